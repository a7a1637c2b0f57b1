import { type ShapeOf, setting, shape } from '@coffer/fields'
import * as v from 'valibot'
import { cofferAuthSchema } from './auth/cofferAuth.ts'
import { olderAuthEntries } from './auth/olderAuthOptions.ts'

/** The options of an auth collection, in the key order of the wire format. */
export const authOptions = shape({
  ...olderAuthEntries,
  /** What PocketBase 0.22 does not have, if it has been changed; see `cofferAuth`. */
  coffer: v.optional(cofferAuthSchema),
})

export type AuthOptions = ShapeOf<typeof authOptions>

export const viewOptions = shape({ query: setting(v.string(), '') })

export type ViewOptions = ShapeOf<typeof viewOptions>
