import { dateText } from '../runtime/now.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Returns the date up to which entries are removed when they are retained for `days` days. */
export const retentionCutoff = (days: number): string => dateText(new Date(Math.max(0, Date.now() - days * dayMs)))
