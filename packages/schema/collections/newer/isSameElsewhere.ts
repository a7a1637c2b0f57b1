import { isObject } from '@coffer/fields'
import { parseIndex } from '../../indexes/parseIndex.ts'
import { isEmpty, isUnchanged } from './isUnchanged.ts'
import { type NewerField, superusers } from './NewerCollection.ts'
import { crc32 } from './newerIds.ts'
import { isEquivalent } from './noteFixedField.ts'
import type { SystemCollection } from './systemCollections.ts'

/** The minimum length of the passwords of superusers in PocketBase, unless it was changed there. */
const minPasswordLengthElsewhere = 8

function isDefaultElsewhere(field: NewerField, key: string): boolean {
  const isShortPassword = field.name === 'password' && key === 'min' && field.min === minPasswordLengthElsewhere
  return isShortPassword || isEquivalent(field, key)
}

/** Whether a field of an export has the options of the field here. Its id can differ, and options of later versions can be missing. */
function isSameField(sent: unknown, { name, fields }: SystemCollection): boolean {
  if (!isObject(sent)) return false
  const field = sent as NewerField
  const own = (fields as NewerField[]).find(one => one.name === field.name)
  if (!own) return false
  const isSame = (key: string) =>
    key === 'id' || isUnchanged(field[key], own[key]) || (name === superusers && isDefaultElsewhere(field, key))
  return Object.keys(field).every(isSame)
}

/** Returns what an index does, without its name, which contains the id of the collection. */
function describeIndex(statement: unknown): string {
  const index = typeof statement === 'string' ? parseIndex(statement) : undefined
  if (!index) return JSON.stringify(statement)
  const where = index.where.replaceAll(/[`"[\]\s]/g, '')
  return JSON.stringify([index.isUnique, index.columns, where])
}

function hasSameIndexes(sent: unknown, present: unknown): boolean {
  if (!Array.isArray(sent) || !Array.isArray(present)) return false
  return isUnchanged(sent.map(describeIndex).sort(), present.map(describeIndex).sort())
}

/** The CRC-32 of the mail with which superusers of PocketBase reset their passwords by default, see `isDefaultMail`. */
const defaultResetMail = 402108513

/** Maximum number of characters that are compared with the default mail, which has some hundreds. */
const maxMailLength = 4096

/** Whether a template is the default of a version of PocketBase. The versions differ in the sentence in italics, and exports in spaces. */
function isDefaultMail(sent: unknown): boolean {
  if (!isObject(sent) || typeof sent.subject !== 'string' || typeof sent.body !== 'string') return false
  const mail = sent.subject + sent.body
  if (mail.length > maxMailLength || !mail.isWellFormed()) return false
  return crc32(mail.replace(/<i>.*<\/i>/s, '').replaceAll(/\s+/g, '')) === defaultResetMail
}

const isOff = (sent: unknown): boolean => isObject(sent) && isEmpty(sent.enabled)

/** Whether an option of superusers has the value that every server has, or has no effect. */
const superuserOptions: Readonly<Record<string, (sent: unknown) => boolean>> = {
  // Every server has them on by default.
  authAlert: isObject,
  mfa: isOff,
  oauth2: isOff,
  otp: isOff,
  resetPasswordTemplate: isDefaultMail,
  // Superusers are always verified, and change their emails without a mail.
  emailChangeToken: isObject,
  verificationToken: isObject,
  confirmEmailChangeTemplate: isObject,
  verificationTemplate: isObject,
}

/**
 * Whether a key of a system collection in an export of another server of PocketBase 0.23 to 0.39 means what it means here, although its
 * value can differ: the versions have other ids, dates, names of indexes and defaults.
 * @param present the collection as clients see it here
 */
export function isSameElsewhere(key: string, sent: unknown, present: SystemCollection): boolean {
  if (key === 'id') return true
  if (key === 'fields') return Array.isArray(sent) && sent.every(field => isSameField(field, present))
  if (key === 'indexes') return hasSameIndexes(sent, present.indexes)
  return present.name === superusers && Object.hasOwn(superuserOptions, key) && superuserOptions[key]?.(sent) === true
}
