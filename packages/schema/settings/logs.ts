import { group, integer, setting } from '@coffer/fields'
import * as v from 'valibot'
import { collectIssues, type Issues } from '../issues/Issues.ts'
import { atLeast } from '../issues/rules.ts'

/** Log settings: retention in days (0 disables the log), the minimum level, and whether IP addresses are logged. */
export const logs = group({
  maxDays: setting(integer, 5),
  minLevel: setting(integer, 0),
  logIp: setting(v.boolean(), true),
})

export function validateLogs({ maxDays }: v.InferOutput<typeof logs>): Issues {
  return collectIssues({ maxDays: atLeast(maxDays, 0) })
}
