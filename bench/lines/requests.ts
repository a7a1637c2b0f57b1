import { randomFrom } from '../fixture/randomFrom.ts'
import type { LoadRequest } from '../load/Load.ts'

/** Creates a GET of a path with these parameters. */
export function get(path: string, query: Record<string, string> = {}, headers: Record<string, string> = {}): LoadRequest {
  const search = new URLSearchParams(query).toString()
  return { method: 'GET', path: search === '' ? path : `${path}?${search}`, headers }
}

/** Creates a request with a JSON body. */
export function sendJson(method: string, path: string, body: unknown = {}, headers: Record<string, string> = {}): LoadRequest {
  return {
    method,
    path,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}

/** Number of different requests of a line: more than a cache can hold. */
const differentRequests = 50_000

/** Creates different requests. A request is sent again only after its response has left the cache. */
export function neverRepeated(create: (number: number) => LoadRequest): LoadRequest[] {
  return Array.from({ length: differentRequests }, (_, number) => create(number))
}

export function recordsPath(collection: string): string {
  return `/api/collections/${collection}/records`
}

/** Lists the numbers from 1 to `count` in pseudo-random order. */
export function shuffled(count: number): number[] {
  const random = randomFrom(count)
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  for (let end = count - 1; end > 0; end -= 1) {
    const other = random(end + 1)
    const swapped = numbers[end] as number
    numbers[end] = numbers[other] as number
    numbers[other] = swapped
  }
  return numbers
}
