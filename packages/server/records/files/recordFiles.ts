import { fieldType, listTexts } from '@coffer/fields'
import type { Effect } from '../../messages/Effect.ts'
import type { StoredRecord } from '../../rows/StoredRecord.ts'

/** Returns the names of a record's files in the storage. */
export const filesOf = ({ collection, values }: StoredRecord): string[] =>
  collection.schema.flatMap(field => (fieldType(field).holdsFiles ? listTexts(values[field.name]) : []))

/**
 * Returns the effects that remove one file of a record and its thumbs.
 * @param folder `collection id/record id`
 */
export const removalOf = (folder: string, file: string): Extract<Effect, { kind: 'removeFiles' }>[] => [
  { kind: 'removeFiles', prefix: `${folder}/${file}` },
  { kind: 'removeFiles', prefix: `${folder}/thumbs_${file}/` },
]
