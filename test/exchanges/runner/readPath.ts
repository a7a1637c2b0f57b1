import type { Json, Reply } from './Exchange.ts'
import { parseExact } from './exactJson.ts'

function step(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(key)]
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? value[key] : undefined
}

/** Returns the part of a response at a path such as `items.0.id` or `header:location`; throws if there is none. */
export function readPath(path: string, reply: Reply): Json {
  if (path.startsWith('header:')) return reply.headers[path.slice(7).toLowerCase()] ?? ''
  const text = reply.body.toString()
  const found = path.split('.').reduce(step, parseExact(text))
  if (found === undefined) throw new Error(`"${path}" leads nowhere in ${reply.status} ${text}`)
  return found
}
