import { escapeJson } from './escapeJson.ts'

/** The last two hexadecimal digits of each escape sequence, at twice the character's code; zero for other characters. */
const digits = new Uint8Array(512)
for (const sign of '<>&') digits.set(Buffer.from(escapeJson(sign).slice(-2)), 2 * sign.charCodeAt(0))

const [backslash, u, zero, lineFeed] = Buffer.from('\\u0\n')

/** Length of the escape sequence of a one-byte character. */
const escapedBytes = 6

/** Number of bytes to escape between two checks of the buffer size. */
const blockBytes = 64 * 1024

/** Escapes bytes into a buffer with enough room after `filled`. Returns the new end. */
const escapeInto = (buffer: Uint8Array, filled: number, bytes: Uint8Array): number => {
  let end = filled
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number
    const digit = digits[2 * byte] as number
    if (digit === 0) {
      buffer[end++] = byte
    } else {
      buffer[end] = backslash as number
      buffer[end + 1] = u as number
      buffer[end + 2] = buffer[end + 3] = zero as number
      buffer[end + 4] = digit
      buffer[end + 5] = digits[2 * byte + 1] as number
      end += escapedBytes
    }
  }
  return end
}

/** Number of characters above which JSON is built as bytes. */
export const longJson = 256 * 1024

/**
 * Encodes JSON as the UTF-8 bytes of a response: escaped, with a final line break. For 20 MB with a special character in every 15 bytes,
 * this takes a quarter of the time of escaping a string. Bytes are also transferred between threads without a copy.
 */
export const jsonBytes = (json: string): Uint8Array<ArrayBuffer> => {
  const bytes = Buffer.from(json.replaceAll('\u2028', escapeJson).replaceAll('\u2029', escapeJson))
  let buffer = Buffer.allocUnsafe(bytes.length + (bytes.length >> 2) + escapedBytes * blockBytes)
  let end = 0
  for (let at = 0; at < bytes.length; at += blockBytes) {
    if (buffer.length - end <= escapedBytes * blockBytes) buffer = Buffer.concat([buffer], 2 * buffer.length)
    end = escapeInto(buffer, end, bytes.subarray(at, at + blockBytes))
  }
  buffer[end] = lineFeed as number
  return buffer.subarray(0, end + 1)
}
