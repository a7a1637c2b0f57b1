import { type Field, fieldType, listTexts } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { FilesRemoval } from '../../files/storage/Removal.ts'
import { memoizeByObject } from '../../runtime/cache/memoizeByObject.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'

/** Returns the fields of a collection that hold files. */
export const fileFieldsOf = memoizeByObject(({ schema }: Collection): Field[] =>
  schema.filter(field => fieldType(field).holdsFiles),
)

/** Returns the names of a record's files in the storage. */
export function filesOf({ collection, values }: StoredRecord): string[] {
  return fileFieldsOf(collection).flatMap(field => listTexts(values[field.name]))
}

/**
 * Returns the removals of one file of a record and its thumbs.
 * @param folder `collection id/record id`
 */
export function removalOf(folder: string, file: string): FilesRemoval[] {
  return [
    { kind: 'removeFiles', prefix: `${folder}/${file}` },
    { kind: 'removeFiles', prefix: `${folder}/thumbs_${file}/` },
  ]
}
