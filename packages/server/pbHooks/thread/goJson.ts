import { GoError } from './errors.ts'

/** Prepares a value as the JSON encoder of 0.22 writes it: sorted keys, `undefined` as null, dates without zero fractions. */
function prepare(value: unknown): unknown {
  if (value === undefined || value === null) return null
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint')
    throw new GoError(`json: unsupported type: ${typeof value}`)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new GoError(`json: unsupported value: ${value}`)
    return value === 0 ? 0 : value
  }
  if (typeof value !== 'object') return value
  if (Object.prototype.toString.call(value) === '[object Date]') return (value as Date).toISOString().replace('.000Z', 'Z')
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
  const { toJSON } = value as { toJSON?: () => unknown }
  if (typeof toJSON === 'function') return prepare(toJSON.call(value))
  if (Array.isArray(value)) return Array.from(value, prepare)
  const keys = Object.keys(value).sort()
  return Object.fromEntries(keys.map(key => [key, prepare((value as globalThis.Record<string, unknown>)[key])]))
}

/** Writes a value as JSON like the encoder of 0.22. Throws for functions and infinite numbers. */
export function goJson(value: unknown, indent?: string): string {
  return JSON.stringify(prepare(value), null, indent)
}
