import { z } from 'zod'
import { applicationShape } from './application.ts'
import { backups } from './backups.ts'
import { logs } from './logs.ts'
import { mailShape, smtp } from './mail.ts'
import { emailAuth, providersShape } from './providers.ts'
import { s3 } from './storage.ts'
import { tokensShape } from './tokens.ts'

/** Shape and defaults of the settings, keys in the order of the wire: `settings.parse({})` gives all defaults. */
export const settings = z.object({
  meta: z.object({ ...applicationShape, ...mailShape }).prefault({}),
  logs: logs.prefault({}),
  smtp: smtp.prefault({}),
  s3: s3.prefault({}),
  backups: backups.prefault({}),
  ...tokensShape,
  emailAuth: emailAuth.prefault({}),
  ...providersShape,
})

export type Settings = z.output<typeof settings>
