import { abilitiesOf } from '@coffer/fields/abilities'
import type { Collection } from '@coffer/schema'

/** Returns the names of passwords, which responses never contain and drafts never store. Sending them again does no harm. */
export function secretNames({ type, schema }: Collection): Set<string> {
  const ofFields = schema.filter(field => abilitiesOf(field).holdsPassword).map(({ name }) => name)
  return new Set([...(type === 'auth' ? ['password', 'passwordConfirm'] : []), ...ofFields])
}
