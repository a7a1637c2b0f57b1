import { group, type Issue, integer, setting } from '@coffer/fields'
import * as v from 'valibot'
import { collectIssues, type Issues } from '../issues/Issues.ts'
import { atLeast, required } from '../issues/rules.ts'
import { parseSchedule, ScheduleError } from './schedule.ts'
import { s3, validateS3 } from './storage.ts'

/** Automatic backups: the schedule (cron; '' is never), the number retained, and the storage of all backups. */
export const backups = group({
  cron: setting(v.string(), ''),
  cronMaxKeep: setting(integer, 3),
  s3: v.optional(s3, {}),
})

type Backups = v.InferOutput<typeof backups>

function validateSchedule(text: string): Issue | undefined {
  try {
    if (text !== '') parseSchedule(text)
    return undefined
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error
    return { code: 'validation_invalid_cron', message: error.message }
  }
}

export function validateBackups({ cron, cronMaxKeep, s3 }: Backups): Issues {
  return collectIssues({
    cron: validateSchedule(cron),
    cronMaxKeep: (cron === '' ? undefined : required(cronMaxKeep)) ?? atLeast(cronMaxKeep, 1),
    s3: validateS3(s3),
  })
}
