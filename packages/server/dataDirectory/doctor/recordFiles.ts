import { type Field, fieldType, listTexts } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { boundList } from '../../db/boundList.ts'
import type { Reader, Row } from '../../db/engine.ts'
import { join, name, type Sql, sql } from '../../db/sql.ts'
import { attributesSuffix } from '../../files/storage/local/keyPath.ts'
import { fileFieldsOf } from '../../records/files/recordFiles.ts'
import { removalKeys } from '../../records/removals/releaseFiles.ts'

/** Minimum age of an orphaned file. A younger one can belong to a record that is being created. */
export const minOrphanAgeMs = 24 * 60 * 60_000

/** Returns the fields of a collection that hold files of its own records. */
export function fileFields(collection: Collection): Field[] {
  return collection.type === 'view' ? [] : fileFieldsOf(collection)
}

/** The columns of a statement whose rows `filesOfRow` reads: the id and all file fields. */
export function fileColumns(collection: Collection): Sql {
  return join([sql`id`, ...fileFields(collection).map(field => name(field.name))])
}

/** The files that a record names. */
export interface FilesOfRecord {
  id: string
  files: string[]
}

/** What is wrong with a file of a record. A file that was empty when it was stored is not `empty`. */
export interface FileFault {
  /** The path below the collection. */
  path: string
  kind: 'missing' | 'empty' | 'folder'
}

/** Finds what is wrong with the files of records. Each call continues with larger ids. */
export type FindFaults = (records: readonly FilesOfRecord[]) => Promise<FileFault[]>

/** Returns the id of a record and the names of its files. */
export function filesOfRow(collection: Collection, [id, ...values]: Row): FilesOfRecord {
  return {
    id: String(id),
    files: fileFields(collection).flatMap((field, index) =>
      listTexts(fieldType(field).decode(values[index] ?? null, field.options)),
    ),
  }
}

/** Returns the files of records by id, for those ids that exist. A view has none. */
export async function loadFiles(
  reader: Reader,
  collection: Collection | undefined,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  if (!collection || collection.type === 'view') return new Map()
  const rows = await reader.rows(
    sql`SELECT ${fileColumns(collection)} FROM ${name(collection.name)} WHERE id IN ${boundList(ids)}`,
  )
  return new Map(rows.map(row => filesOfRow(collection, row)).map(({ id, files }) => [id, files]))
}

/** Returns the names of the files that the server still removes itself, or needs to undo a deletion, as one text. */
export async function loadExpectedFiles(reader: Reader): Promise<string> {
  const removals = await reader.rows(
    sql`SELECT value FROM ${name('_params')} WHERE key >= ${removalKeys.first} AND key < ${removalKeys.end}`,
  )
  const undoable = (await reader.schema.hasTable(reader, '_cofferDeletions'))
    ? await reader.rows(sql`SELECT files FROM ${name('_cofferDeletions')}`)
    : []
  return [...removals, ...undoable].map(([text]) => String(text)).join('\n')
}

/** Returns the name of the file that an entry of a record's folder belongs to: the file itself, its attributes, or its thumbs. */
export function ownerOf(entry: string): string {
  return entry.startsWith('thumbs_') ? entry.slice('thumbs_'.length) : entry.replace(new RegExp(`\\${attributesSuffix}$`), '')
}
