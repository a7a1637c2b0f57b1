import { type Issue, isObject } from '@coffer/fields'
import type { Issues } from '../../issues/Issues.ts'
import { templateNames } from '../auth/mailTemplates.ts'
import { ruleNames } from '../CollectionDraft.ts'
import { isSameElsewhere } from './isSameElsewhere.ts'
import { isUnchanged } from './isUnchanged.ts'
import { superusers } from './NewerCollection.ts'
import { noSecondFactor } from './noteSuperusers.ts'
import { formerKeys } from './readNewerForm.ts'
import { findTokenIssues, isSuperuserToken } from './superuserTokens.ts'
import type { SystemCollection } from './systemCollections.ts'
import { unsupported } from './unsupported.ts'

const ruleChanged: Issue = {
  code: 'validation_collection_system_rule_change',
  message: 'System collection API rule cannot be changed.',
}

/** The issues of keys that PocketBase does not change either. */
const fixedKeys = new Map<string, Issue>([
  ...ruleNames.map((name): [string, Issue] => [name, ruleChanged]),
  ['id', { code: 'validation_in_invalid', message: 'Must be a valid value.' }],
  ['name', { code: 'validation_collection_system_name_change', message: 'System collections cannot be renamed.' }],
  ['system', { code: 'validation_collection_system_flag_change', message: 'System collection state cannot be changed.' }],
  ['type', { code: 'validation_collection_type_change', message: 'Collection type cannot be changed.' }],
])

const byPassword = 'Admins sign in with email and password only.'

/** Why options of superusers cannot be changed. */
const superuserReasons = new Map([
  ['authAlert', 'Admins get no mails about sign-ins from elsewhere.'],
  ['authRule', 'Every admin can sign in.'],
  ['fields', 'Admins have no fields of their own here.'],
  ['manageRule', 'Every admin can manage the others.'],
  ['mfa', noSecondFactor],
  ...['oauth2', 'otp', 'passwordAuth'].map((key): [string, string] => [key, byPassword]),
  ...templateNames.map((key): [string, string] => [key, 'Mails to admins have a fixed text.']),
])

/** Whether a key is set by the server, which ignores what clients send for it. */
const isDate = (key: string): boolean => key === 'created' || key === 'updated'

/** Whether a sent value leaves a key of a collection as it is. */
type IsKept = (key: string, sent: unknown, present: SystemCollection) => boolean

/** For rules, null and an empty text are opposites. Dart's SDK sends null for the rules that only auth collections have. */
const isKept: IsKept = (key, sent, present) =>
  isDate(key) || (key.endsWith('Rule') ? sent === (present[key] ?? null) : isUnchanged(sent, present[key]))

/** Whether each of the sent fields has the name of a field of the collection. */
function namesOwnFields(sent: unknown, { fields }: SystemCollection): boolean {
  const names = new Set((fields as readonly { name: unknown }[]).map(({ name }) => name))
  return Array.isArray(sent) && sent.every(field => isObject(field) && names.has(field.name))
}

function issueOf(key: string, sent: unknown, present: SystemCollection): Issue {
  const { name } = present
  const isOwn = key === 'fields' && namesOwnFields(sent, present)
  const reason = name === superusers && !isOwn ? superuserReasons.get(key) : undefined
  const sentence = reason ?? formerKeys.get(key) ?? `"${key}" of "${name}" is the same on every server. Leave it out.`
  return fixedKeys.get(key) ?? unsupported(sentence)
}

function findChanges(body: Readonly<Record<string, unknown>>, present: SystemCollection, isSame: IsKept): Issues {
  const isOfAdmins = present.name === superusers
  const isChanged = (key: string) => formerKeys.has(key) || !isSame(key, body[key], present)
  const changed = Object.keys(body).filter(key => !(isOfAdmins && isSuperuserToken(key)) && isChanged(key))
  const issues = Object.fromEntries(changed.map(key => [key, issueOf(key, body[key], present)]))
  return isOfAdmins ? { ...issues, ...findTokenIssues(body) } : issues
}

/**
 * Finds what a body in the format of PocketBase 0.23 and later would change of a system collection, except for the tokens of superusers.
 * The collection can be sent as it was read.
 * @param present the collection as clients see it
 */
export function findSystemChanges(body: Readonly<Record<string, unknown>>, present: SystemCollection): Issues {
  return findChanges(body, present, isKept)
}

/** Does the same for an item of an import. It can come from another server, whose version has other system collections. */
export function findImportedSystemChanges(item: Readonly<Record<string, unknown>>, present: SystemCollection): Issues {
  return findChanges(item, present, (key, sent) => isKept(key, sent, present) || isSameElsewhere(key, sent, present))
}
