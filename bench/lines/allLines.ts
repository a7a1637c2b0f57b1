import { authLines } from './auth.ts'
import type { Line } from './Line.ts'
import { largeLines } from './large.ts'
import { listLines } from './lists.ts'
import { ruleLines } from './rules.ts'
import { scanLines } from './scans.ts'
import { viewLines } from './views.ts'
import { writeLines } from './writes.ts'

/** All lines, in the order of the table. */
export const allLines: readonly Line[] = [
  ...viewLines,
  ...listLines,
  ...ruleLines,
  ...writeLines,
  ...authLines,
  ...largeLines,
  ...scanLines,
]
