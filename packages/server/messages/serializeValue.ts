import { serialize } from 'node:v8'

/** Serializes a value into bytes that can be transferred to another thread, which reads them with V8's `deserialize`. */
export const serializeValue = (value: unknown): Uint8Array<ArrayBuffer> => {
  const bytes = serialize(value)
  return new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength)
}
