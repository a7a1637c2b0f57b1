import { fieldType, textsIn } from '@coffer/fields'
import type { Effect } from '../../messages/Effect.ts'
import type { StoredRecord } from '../../rows/StoredRecord.ts'

/** The names under which the files of a record are stored. */
export const filesOf = ({ collection, values }: StoredRecord): string[] =>
  collection.schema.flatMap(field => (fieldType(field).holdsFiles ? textsIn(values[field.name]) : []))

/**
 * Removes one file of a record with its thumbs.
 * @param folder the collection's and the record's id, with a slash between them
 */
export const removalOf = (folder: string, file: string): Extract<Effect, { kind: 'removeFiles' }>[] => [
  { kind: 'removeFiles', prefix: `${folder}/${file}` },
  { kind: 'removeFiles', prefix: `${folder}/thumbs_${file}/` },
]
