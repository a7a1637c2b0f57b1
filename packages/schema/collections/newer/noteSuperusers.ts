import { isObject } from '@coffer/fields'
import type { ImportNotes } from './ImportNote.ts'
import type { NewerCollection } from './NewerCollection.ts'

/** What an admin can do instead of using a second factor. */
export const noSecondFactor =
  'Admins have no second factor here: they sign in with email and password. Allow only their addresses, with "superuserIPs" in the settings.'

const fixedFields = ['id', 'email', 'emailVisibility', 'verified', 'password', 'tokenKey', 'created', 'updated']

const isOn = (group: unknown): boolean => isObject(group) && group.enabled === true

/** Notes options of the collection of superusers that admins do not have here. A second factor is not dropped unless that is accepted. */
export function noteSuperusers({ name, fields, options }: NewerCollection, notes: ImportNotes): void {
  if (isOn(options.mfa)) notes.cannot(`${name}.mfa`, noSecondFactor)
  if (isOn(options.otp)) notes.changed(`${name}.otp`, 'Admins sign in with email and password only.')
  if (options.authRule !== undefined && options.authRule !== '')
    notes.cannot(`${name}.authRule`, 'Here, every admin can sign in. Remove the others first.')
  for (const field of fields)
    if (!fixedFields.includes(field.name)) notes.changed(`${name}.${field.name}`, 'Admins have no fields of their own here.')
}
