import type { Answer } from './Line.ts'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Every key that leads to a value in the JSON, such as `expand.author.name`, arrays left out. */
const at = (value: unknown, path: string): unknown => {
  let found = value
  for (const key of path.split('.')) {
    const inside = Array.isArray(found) ? found[0] : found
    found = isObject(inside) ? inside[key] : undefined
  }
  return found
}

/** A record in whose JSON something stands at each path; of arrays the first item counts. */
export const isRecord =
  (...paths: string[]) =>
  ({ status, json }: Answer): boolean =>
    status === 200 && ['id', ...paths].every(path => at(json, path) !== undefined)

/** A page of so many records, in whose JSON something stands at each path. */
export const isPage =
  (length: number, { counted, paths = [] }: { counted: boolean; paths?: string[] }) =>
  ({ status, json }: Answer): boolean => {
    const items = at(json, 'items')
    const total = Number(at(json, 'totalItems'))
    return (
      status === 200 &&
      Array.isArray(items) &&
      items.length === length &&
      (counted ? total >= length : total === -1) &&
      paths.every(path => at(items, path) !== undefined)
    )
  }

/** An answer with a token. */
export const isSignedIn = ({ status, json }: Answer): boolean => status === 200 && typeof at(json, 'token') === 'string'
