import { fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'

/** Names of values that never leave the form. */
export const secrets = ['password', 'passwordConfirm']

/** Names of the fields that hold files. */
export const fileNames = ({ schema }: Collection): Set<string> =>
  new Set(schema.filter(field => fieldType(field).holdsFiles).map(({ name }) => name))
