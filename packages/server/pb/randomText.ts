import { randomInt } from 'node:crypto'

/** Returns random digits and small letters. */
export function randomText(length: number): string {
  return Array.from({ length }, () => randomInt(36).toString(36)).join('')
}
