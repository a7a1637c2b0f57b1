import { group, type ShapeOf, shape } from '@coffer/fields'
import * as v from 'valibot'
import { applicationShape } from './application.ts'
import { backups } from './backups.ts'
import { logs } from './logs.ts'
import { mailShape, smtp } from './mail.ts'
import { emailAuth, providersShape } from './providers.ts'
import { s3 } from './storage.ts'
import { tokensShape } from './tokens.ts'

/** Shape and defaults of the settings, keys in the order of the wire: `settings.parse({})` gives all defaults. */
export const settings = shape({
  meta: v.optional(group({ ...applicationShape, ...mailShape }), {}),
  logs: v.optional(logs, {}),
  smtp: v.optional(smtp, {}),
  s3: v.optional(s3, {}),
  backups: v.optional(backups, {}),
  ...tokensShape,
  emailAuth: v.optional(emailAuth, {}),
  ...providersShape,
})

export type Settings = ShapeOf<typeof settings>
