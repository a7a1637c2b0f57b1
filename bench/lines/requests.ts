import { randomFrom } from '../fixture/randomFrom.ts'
import type { LoadRequest } from '../load/Load.ts'

/** Creates a GET of a path with these parameters. */
export const get = (path: string, query: Record<string, string> = {}, headers: Record<string, string> = {}): LoadRequest => {
  const search = new URLSearchParams(query).toString()
  return { method: 'GET', path: search === '' ? path : `${path}?${search}`, headers }
}

/** Creates a request with a JSON body. */
export const sendJson = (
  method: string,
  path: string,
  body: unknown = {},
  headers: Record<string, string> = {},
): LoadRequest => ({
  method,
  path,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

export const recordsPath = (collection: string): string => `/api/collections/${collection}/records`

/** Lists the numbers from 1 to `count` in pseudo-random order. */
export const shuffled = (count: number): number[] => {
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
