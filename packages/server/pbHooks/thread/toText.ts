import { DateTime, Time } from '../../pb/DateTime.ts'
import { JsonBytes } from '../../pb/JsonBytes.ts'
import { isError } from './errors.ts'
import { goJson } from './goJson.ts'
import { Bytes, Reader, readerToString, toBytes } from './Reader.ts'

/** Whether an object has a text of its own, which is not its JSON. */
const hasText = (value: unknown): boolean =>
  value instanceof DateTime || value instanceof Time || value instanceof JsonBytes || isError(value)

/**
 * Converts a value to text, as `toString` of 0.22.22: readers and bytes are read as UTF-8, and objects become JSON.
 * @param max maximum number of bytes of a reader
 */
export function toText(value: unknown, max?: number): string {
  if (value === undefined || value === null) return ''
  if (value instanceof Reader) return readerToString(value, max || undefined)
  if (value instanceof Bytes || ArrayBuffer.isView(value)) return toBytes(value).toString('utf8')
  return typeof value === 'object' && !hasText(value) ? goJson(value) : String(value)
}
