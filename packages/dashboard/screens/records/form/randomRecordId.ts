import { customAlphabet } from 'nanoid'

const randomText = customAlphabet('abcdefghijklmnopqrstuvwxyz0123456789', 15)

/** Generates a record id in the server's format. */
export function randomRecordId(): string {
  return randomText()
}
