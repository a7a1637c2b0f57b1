import { z } from 'zod'
import { atLeast, collectIssues, type SettingsIssues } from './rules.ts'

/** What is logged: days kept (0 logs nothing), the lowest level, and whether addresses of callers are kept. */
export const logs = z.object({
  maxDays: z.int().default(5),
  minLevel: z.int().default(0),
  logIp: z.boolean().default(true),
})

export const validateLogs = ({ maxDays }: z.output<typeof logs>): SettingsIssues =>
  collectIssues({ maxDays: atLeast(maxDays, 0) })
