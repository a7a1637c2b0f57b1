import type { Issue } from '@coffer/fields'
import { z } from 'zod'
import { atLeast, collectIssues, required, type SettingsIssues } from './rules.ts'
import { parseSchedule, ScheduleError } from './schedule.ts'
import { s3, validateS3 } from './storage.ts'

/** Automatic backups: when (cron, '' is never), how many are kept, and where all backups go. */
export const backups = z.object({
  cron: z.string().default(''),
  cronMaxKeep: z.int().default(3),
  s3: s3.prefault({}),
})

type Backups = z.output<typeof backups>

const validateSchedule = (text: string): Issue | undefined => {
  try {
    if (text !== '') parseSchedule(text)
    return undefined
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error
    return { code: 'validation_invalid_cron', message: error.message }
  }
}

export const validateBackups = ({ cron, cronMaxKeep, s3 }: Backups): SettingsIssues =>
  collectIssues({
    cron: validateSchedule(cron),
    cronMaxKeep: (cron === '' ? undefined : required(cronMaxKeep)) ?? atLeast(cronMaxKeep, 1),
    s3: validateS3(s3),
  })
