import { fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'

/** Names of values that are never stored in a draft. */
export const secrets = ['password', 'passwordConfirm']

/** Returns the names of the file fields. */
export const fileNames = ({ schema }: Collection): Set<string> =>
  new Set(schema.filter(field => fieldType(field).holdsFiles).map(({ name }) => name))
