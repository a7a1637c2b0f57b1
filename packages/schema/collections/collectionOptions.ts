import { integer, type ShapeOf, setting, shape } from '@coffer/fields'
import * as v from 'valibot'

const flag = () => setting(v.boolean(), false)
const domains = () => setting(v.nullable(v.array(v.string())), null)

/** How accounts of a collection sign in and what is asked of them; keys in the order of the wire. */
export const authOptions = shape({
  allowEmailAuth: flag(),
  allowOAuth2Auth: flag(),
  allowUsernameAuth: flag(),
  exceptEmailDomains: domains(),
  /** Who may do with accounts what otherwise only they themselves may; a filter, or null for nobody. */
  manageRule: setting(v.nullable(v.string()), null),
  minPasswordLength: setting(integer, 0),
  onlyEmailDomains: domains(),
  onlyVerified: flag(),
  requireEmail: flag(),
})

export type AuthOptions = ShapeOf<typeof authOptions>

export const viewOptions = shape({ query: setting(v.string(), '') })

export type ViewOptions = ShapeOf<typeof viewOptions>
