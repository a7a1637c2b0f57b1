import { customAlphabet } from 'nanoid'

const randomText = customAlphabet('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 7)

/** Generates a random index name, such as `idx_x7Gf2Qa`. */
export function randomIndexName(): string {
  return `idx_${randomText()}`
}
