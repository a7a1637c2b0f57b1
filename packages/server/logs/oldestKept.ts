import { dateText } from '../runtime/now.ts'

const day = 24 * 60 * 60 * 1000

/** The moment up to which entries are removed when they are kept for so many days. */
export const oldestKept = (days: number): string => dateText(new Date(Math.max(0, Date.now() - days * day)))
