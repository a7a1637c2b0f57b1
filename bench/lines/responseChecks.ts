import type { FirstResponse } from './Line.ts'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Lists the path of every key of a JSON value, such as `expand.author.name`, without array indexes. */
function at(value: unknown, path: string): unknown {
  let found = value
  for (const key of path.split('.')) {
    const inside = Array.isArray(found) ? found[0] : found
    found = isObject(inside) ? inside[key] : undefined
  }
  return found
}

/** Checks for a record whose JSON has a value at each path; for arrays, in the first item. */
export function isRecord(...paths: string[]) {
  return ({ status, json }: FirstResponse): boolean =>
    status === 200 && ['id', ...paths].every(path => at(json, path) !== undefined)
}

/** Checks for a page of a number of records whose JSON has a value at each path. */
export function isPage(length: number, { counted, paths = [] }: { counted: boolean; paths?: string[] }) {
  return ({ status, json }: FirstResponse): boolean => {
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
}

/** Checks for a response with a token. */
export function isSignedIn({ status, json }: FirstResponse): boolean {
  return status === 200 && typeof at(json, 'token') === 'string'
}
