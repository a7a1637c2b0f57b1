import { fieldType } from '@coffer/fields'
import { type AuthCollection, mappedFieldsOf } from '@coffer/schema'
import type { ProviderUser } from './ProviderProof.ts'

const holdsFiles = ({ schema }: AuthCollection, name: string): boolean =>
  schema.some(field => field.name === name && fieldType(field).holdsFiles !== undefined)

/** Returns the file field that gets the avatar of a new user; undefined if there is none. */
export function avatarFieldOf(collection: AuthCollection): string | undefined {
  const { avatarURL } = mappedFieldsOf(collection.options)
  return holdsFiles(collection, avatarURL) ? avatarURL : undefined
}

/**
 * Returns the values of a new auth record that its collection takes from the user of a provider. The username is not among them if it
 * becomes the username of the record, which has to be free.
 */
export function mappedValues(collection: AuthCollection, user: ProviderUser): Record<string, string> {
  const fields = mappedFieldsOf(collection.options)
  const pairs: [string, string][] = [
    [fields.id, user.id],
    [fields.name, user.name],
    [fields.username === 'username' ? '' : fields.username, user.username],
    [holdsFiles(collection, fields.avatarURL) ? '' : fields.avatarURL, user.avatarUrl],
  ]
  return Object.fromEntries(pairs.filter(([field, value]) => field !== '' && value !== ''))
}
