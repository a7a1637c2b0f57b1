import { group, isObject, setting, shape } from '@coffer/fields'
import * as v from 'valibot'

const text = () => setting(v.string(), '')
const flag = () => setting(v.boolean(), false)
const rule = () => setting(v.nullable(v.string()), null)
const object = v.custom<Record<string, unknown>>(isObject, 'an object')

/** A field in the format of PocketBase 0.23 and later: its options stand beside its other keys. */
export interface NewerField extends Readonly<Record<string, unknown>> {
  id: string
  name: string
  type: string
}

/** How newer servers store that a relation has no limit. */
export const unlimited = 2_147_483_647

const newerField = v.looseObject({ id: text(), name: text(), type: text() })

/** A stored or exported collection of PocketBase 0.23 and later. */
export const newerCollection = shape({
  id: text(),
  created: text(),
  updated: text(),
  name: text(),
  type: setting(v.string(), 'base'),
  system: flag(),
  fields: setting(v.array(newerField), []),
  indexes: setting(v.array(v.string()), []),
  listRule: rule(),
  viewRule: rule(),
  createRule: rule(),
  updateRule: rule(),
  deleteRule: rule(),
  options: setting(object, {}),
})

export type NewerCollection = ReturnType<typeof newerCollection.parse>

const token = () => v.optional(group({ secret: text(), duration: setting(v.number(), 0) }), {})
const template = () => v.optional(group({ subject: text(), body: text() }), {})

const newerProvider = group({
  name: text(),
  clientId: text(),
  clientSecret: text(),
  authURL: text(),
  tokenURL: text(),
  userInfoURL: text(),
  displayName: text(),
  pkce: setting(v.nullable(v.boolean()), null),
  extra: setting(v.nullable(object), null),
})

/** The options of an auth collection of PocketBase 0.23 and later. */
export const newerAuthOptions = shape({
  authRule: rule(),
  manageRule: rule(),
  passwordAuth: v.optional(group({ enabled: flag(), identityFields: setting(v.array(v.string()), []) }), {}),
  oauth2: v.optional(
    group({
      enabled: flag(),
      providers: setting(v.array(newerProvider), []),
      mappedFields: setting(object, {}),
    }),
    {},
  ),
  authToken: token(),
  passwordResetToken: token(),
  emailChangeToken: token(),
  verificationToken: token(),
  fileToken: token(),
  verificationTemplate: template(),
  resetPasswordTemplate: template(),
  confirmEmailChangeTemplate: template(),
})

export type NewerAuthOptions = ReturnType<typeof newerAuthOptions.parse>

/** The collection of admins in newer directories. */
export const superusers = '_superusers'

/** The collections that every newer directory has, and that are not collections here. */
export const newerSystemCollections: readonly string[] = [superusers, '_externalAuths', '_mfas', '_otps', '_authOrigins']

/** Whether an item of an export has the format of PocketBase 0.23 and later. */
export function isNewerExport(item: unknown): boolean {
  if (!isObject(item) || 'schema' in item) return false
  return Array.isArray(item.fields) || typeof item.viewQuery === 'string'
}
