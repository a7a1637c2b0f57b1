import { integer, type ShapeOf, setting, shape } from '@coffer/fields'
import * as v from 'valibot'

const flag = () => setting(v.boolean(), false)
const domains = () => setting(v.nullable(v.array(v.string())), null)

/** The options of auth collections that PocketBase 0.22 has, in the key order of the wire format. */
export const olderAuthEntries = {
  allowEmailAuth: flag(),
  allowOAuth2Auth: flag(),
  allowUsernameAuth: flag(),
  exceptEmailDomains: domains(),
  /** A filter for the users who can manage auth records as if they owned them; null means nobody. */
  manageRule: setting(v.nullable(v.string()), null),
  minPasswordLength: setting(integer, 0),
  onlyEmailDomains: domains(),
  onlyVerified: flag(),
  requireEmail: flag(),
}

export const olderAuthOptions = shape(olderAuthEntries)

export type OlderAuthOptions = ShapeOf<typeof olderAuthOptions>
