import { opendir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Collection } from '@coffer/schema'
import { boundList, inLists } from '../../db/boundList.ts'
import type { Reader } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import { databaseSchema } from '../../db/threadDatabase.ts'
import { attributesSuffix } from '../../files/storage/local/keyPath.ts'
import { removalKeys } from '../../records/removals/recordRemovals.ts'
import type { Check } from '../Check.ts'
import { counted } from '../counted.ts'
import { fileColumns, filesOfRow } from '../recordFiles.ts'

const maxExamples = 5

/** Minimum age of an orphaned file. A younger one can belong to a record that is being created. */
const minAgeMs = 24 * 60 * 60_000

/** Returns the names of the files that the server still removes itself, or needs to undo a deletion, as one text. */
const loadExpectedFiles = async (reader: Reader): Promise<string> => {
  const removals = await reader.rows(
    sql`SELECT value FROM _params WHERE key >= ${removalKeys.first} AND key < ${removalKeys.end}`,
  )
  const undoable = (await databaseSchema.hasTable(reader, '_cofferDeletions'))
    ? await reader.rows(sql`SELECT files FROM \`_cofferDeletions\``)
    : []
  return [...removals, ...undoable].map(([text]) => String(text)).join('\n')
}

const namesIn = async (folder: string): Promise<string[]> => {
  const names: string[] = []
  for await (const entry of await opendir(folder)) if (entry.isDirectory()) names.push(entry.name)
  return names
}

/** Returns the files of records by id, for those ids that exist. */
const loadFiles = async (reader: Reader, collection: Collection, ids: readonly string[]) => {
  const rows = await reader.rows(
    sql`SELECT ${fileColumns(collection)} FROM ${name(collection.name)} WHERE id IN ${boundList(ids)}`,
  )
  return new Map(rows.map(row => filesOfRow(collection, row)).map(({ id, files }) => [id, files]))
}

/** Returns the name of the file that an entry of a record's folder belongs to: the file itself, its attributes, or its thumbs. */
const ownerOf = (entry: string): string =>
  entry.startsWith('thumbs_') ? entry.slice('thumbs_'.length) : entry.replace(new RegExp(`\\${attributesSuffix}$`), '')

/** Finds the entries of the folders of records that belong to no record, as paths below the storage. */
async function* orphanedEntries(root: string, reader: Reader, byId: (id: string) => Collection | undefined) {
  for (const collectionId of await namesIn(root)) {
    const collection = byId(collectionId)
    for (const ids of inLists(await namesIn(join(root, collectionId)))) {
      const known =
        collection && collection.type !== 'view' ? await loadFiles(reader, collection, ids) : new Map<string, string[]>()
      for (const id of ids) {
        const files = known.get(id) ?? []
        for (const entry of await readdir(join(root, collectionId, id))) {
          if (!files.includes(ownerOf(entry))) yield { path: join(collectionId, id, entry), file: ownerOf(entry) }
        }
      }
    }
  }
}

export const orphanedFiles: Check = {
  name: 'orphanedFiles',
  title: 'All stored files belong to a record.',
  needs: 'localFiles',
  find: async ({ config, reader, catalog }) => {
    const root = join(config.dataDir, 'storage')
    if (!(await stat(root).catch(() => undefined))) return []
    const expected = await loadExpectedFiles(reader)
    const orphaned: string[] = []
    let bytes = 0
    for await (const { path, file } of orphanedEntries(root, reader, (await catalog()).byId)) {
      const found = await stat(join(root, path)).catch(() => undefined)
      if (!found || Date.now() - found.mtimeMs < minAgeMs || expected.includes(file)) continue
      orphaned.push(path)
      bytes += found.isFile() ? found.size : 0
    }
    if (orphaned.length === 0) return []
    return [
      {
        severity: 'notice',
        message: `${counted(orphaned.length, 'stored file')} without a record, ${Math.ceil(bytes / 1000)} kB.`,
        advice: 'Run "coffer doctor --fix" to remove them.',
        examples: orphaned.slice(0, maxExamples),
        fix: async () => {
          for (const path of orphaned) await rm(join(root, path), { recursive: true, force: true })
          return `Removed ${counted(orphaned.length, 'file')} without a record.`
        },
      },
    ]
  },
}
