import { type Field, fieldType, listTexts } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Row } from '../db/engine.ts'
import { join, name, type Sql, sql } from '../db/sql.ts'

/** Returns the fields of a collection that hold files. */
export const fileFields = (collection: Collection): Field[] =>
  collection.type === 'view' ? [] : collection.schema.filter(field => fieldType(field).holdsFiles)

/** The columns of a statement whose rows `filesOfRow` reads: the id and all file fields. */
export const fileColumns = (collection: Collection): Sql =>
  join([sql`id`, ...fileFields(collection).map(field => name(field.name))])

/** Returns the id of a record and the names of its files. */
export const filesOfRow = (collection: Collection, [id, ...values]: Row): { id: string; files: string[] } => ({
  id: String(id),
  files: fileFields(collection).flatMap((field, index) =>
    listTexts(fieldType(field).decode(values[index] ?? null, field.options)),
  ),
})
