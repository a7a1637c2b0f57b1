import { fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'

/** Returns the names of the file fields. */
export function fileNames({ schema }: Collection): Set<string> {
  return new Set(schema.filter(field => fieldType(field).holdsFiles).map(({ name }) => name))
}
