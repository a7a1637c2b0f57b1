import { z } from 'zod'
import { s3 } from './storage.ts'

/** Automatic backups: when (cron, '' is never), how many are kept, and where all backups go. */
export const backups = z.object({
  cron: z.string().default(''),
  cronMaxKeep: z.int().default(3),
  s3: s3.prefault({}),
})
