import { type Field, fieldType, listTexts } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { memoizeByObject } from '../../cache/memoizeByObject.ts'
import type { Effect } from '../../messages/Effect.ts'
import type { StoredRecord } from '../../rows/StoredRecord.ts'

/** Returns the fields of a collection that hold files. */
export const fileFieldsOf = memoizeByObject(({ schema }: Collection): Field[] =>
  schema.filter(field => fieldType(field).holdsFiles),
)

/** Returns the names of a record's files in the storage. */
export const filesOf = ({ collection, values }: StoredRecord): string[] =>
  fileFieldsOf(collection).flatMap(field => listTexts(values[field.name]))

/**
 * Returns the effects that remove one file of a record and its thumbs.
 * @param folder `collection id/record id`
 */
export const removalOf = (folder: string, file: string): Extract<Effect, { kind: 'removeFiles' }>[] => [
  { kind: 'removeFiles', prefix: `${folder}/${file}` },
  { kind: 'removeFiles', prefix: `${folder}/thumbs_${file}/` },
]
