import { isObject } from '@coffer/fields'
import type { Row } from '../../../db/engine.ts'

function parsed(data: unknown): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(String(data))
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** Returns the log entry in a row of `logColumns`, including the values that only PocketBase 0.23 and later return. */
export function storedLog([id, created, updated, data, message, level]: Row) {
  return { id, created, updated, data: parsed(data), message, level }
}

/** Returns a row of `logColumns` as the API returns it. */
export function logJson(row: Row) {
  const { data, ...entry } = storedLog(row)
  const { authCollection: _, ...known } = data
  return { ...entry, data: known }
}
