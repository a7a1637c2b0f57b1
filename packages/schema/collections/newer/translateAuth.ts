import type { NewerAuthCollection } from '../auth/AuthPart.ts'
import { requiresVerified } from '../auth/authRule.ts'
import { fromNewerAuthKeys } from '../auth/cofferAuth.ts'
import type { AuthOptions } from '../collectionOptions.ts'
import type { ImportNotes } from './ImportNote.ts'
import type { NewerField } from './NewerCollection.ts'
import { translateRule } from './translateRule.ts'

/** The columns of auth tables, with their names in newer directories. */
export const authColumns: Readonly<Record<string, string>> = {
  username: 'username',
  email: 'email',
  emailVisibility: 'emailVisibility',
  verified: 'verified',
  tokenKey: 'tokenKey',
  passwordHash: 'password',
}

/** Minimum number of characters of the passwords of users. */
export const minPasswordLength = 5
const domainsOf = (value: unknown): string[] | null => (Array.isArray(value) && value.length > 0 ? value.map(String) : null)

function noteChanges(name: string, fields: readonly NewerField[], notes: ImportNotes): void {
  if (!fields.some(field => field.name === 'username'))
    notes.changed(`${name}.username`, 'Each record gets a generated username, which responses show.')
}

/**
 * Translates the options of an auth collection of PocketBase 0.23 or later. Never lets more users in.
 * @throws ValiError if they cannot be parsed
 */
export function translateAuth(newer: NewerAuthCollection): AuthOptions {
  const { name, fields, options, notes } = newer
  const email = fields.find(field => field.name === 'email')
  const min = Number(fields.find(field => field.name === 'password')?.min ?? 0)
  const { enabled, identityFields } = options.passwordAuth
  const allows = (field: string) => enabled && identityFields.includes(field)
  if (min < minPasswordLength)
    notes.writtenOut(`${name}.password`, `New passwords need at least ${minPasswordLength} characters.`)
  noteChanges(name, fields, notes)
  return {
    allowEmailAuth: allows('email'),
    allowOAuth2Auth: options.oauth2.enabled,
    allowUsernameAuth: allows('username'),
    exceptEmailDomains: domainsOf(email?.exceptDomains),
    manageRule: translateRule(options.manageRule),
    minPasswordLength: Math.max(minPasswordLength, min),
    onlyEmailDomains: domainsOf(email?.onlyDomains),
    onlyVerified: requiresVerified(options.authRule),
    requireEmail: email?.required === true,
    coffer: fromNewerAuthKeys(newer),
  }
}
