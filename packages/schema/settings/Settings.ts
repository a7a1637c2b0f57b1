import { group, type ShapeOf, shape } from '@coffer/fields'
import * as v from 'valibot'
import { applicationShape } from './application.ts'
import { backups } from './backups.ts'
import { coffer } from './coffer.ts'
import { logs } from './logs.ts'
import { mailShape, smtp } from './mail.ts'
import { emailAuth, providersShape } from './providers.ts'
import { s3 } from './storage.ts'
import { tokensShape } from './tokens.ts'

const entries = {
  meta: v.optional(group({ ...applicationShape, ...mailShape }), {}),
  logs: v.optional(logs, {}),
  smtp: v.optional(smtp, {}),
  s3: v.optional(s3, {}),
  backups: v.optional(backups, {}),
  ...tokensShape,
  emailAuth: v.optional(emailAuth, {}),
  ...providersShape,
}

/** The settings that PocketBase 0.22 has, keys in the order of the wire. */
export const olderSettings = shape(entries)

/** Shape and defaults of all settings: `settings.parse({})` gives the defaults. */
export const settings = shape({
  ...entries,
  /** What PocketBase 0.22 does not have, if it has been changed; see `cofferSettings`. */
  coffer: v.optional(coffer),
})

export type Settings = ShapeOf<typeof settings>
