import { escapeJson } from './escapeJson.ts'

/** The last two of the four digits by which a sign is escaped, at twice its code; zero for all that stays. */
const digits = new Uint8Array(512)
for (const sign of '<>&') digits.set(Buffer.from(escapeJson(sign).slice(-2)), 2 * sign.charCodeAt(0))

const [backslash, u, zero, lineFeed] = Buffer.from('\\u0\n')

/** Bytes that an escaped sign takes in place of one. */
const growth = 6

/** Bytes that are looked at before the room for the next ones is seen to. */
const block = 64 * 1024

/** Escapes bytes into a room that is large enough from `filled` on; gives how far it is filled then. */
const escapeInto = (room: Uint8Array, filled: number, bytes: Uint8Array): number => {
  let end = filled
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number
    const digit = digits[2 * byte] as number
    if (digit === 0) {
      room[end++] = byte
    } else {
      room[end] = backslash as number
      room[end + 1] = u as number
      room[end + 2] = room[end + 3] = zero as number
      room[end + 4] = digit
      room[end + 5] = digits[2 * byte + 1] as number
      end += growth
    }
  }
  return end
}

/** Characters of JSON from which on it is made as bytes. */
export const longJson = 256 * 1024

/**
 * JSON as the bytes of an answer in UTF-8: escaped, with a final line break. For what is long: 20 MB with a sign to escape in every
 * 15 bytes take a quarter of the time that they take as text, and bytes are handed from thread to thread without a copy.
 */
export const jsonBytes = (json: string): Uint8Array<ArrayBuffer> => {
  const bytes = Buffer.from(json.replaceAll('\u2028', escapeJson).replaceAll('\u2029', escapeJson))
  let room = Buffer.allocUnsafe(bytes.length + (bytes.length >> 2) + growth * block)
  let end = 0
  for (let at = 0; at < bytes.length; at += block) {
    if (room.length - end <= growth * block) room = Buffer.concat([room], 2 * room.length)
    end = escapeInto(room, end, bytes.subarray(at, at + block))
  }
  room[end] = lineFeed as number
  return room.subarray(0, end + 1)
}
