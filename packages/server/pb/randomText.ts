import { randomInt } from 'node:crypto'

/** Returns random digits and small letters. */
export const randomText = (length: number): string => Array.from({ length }, () => randomInt(36).toString(36)).join('')
