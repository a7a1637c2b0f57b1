import { opendir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Collection } from '@coffer/schema'
import { inLists } from '../../db/boundList.ts'
import type { Reader } from '../../db/engine.ts'
import { findOrphanedObjects } from '../bucketFiles.ts'
import { type Check, type CheckContext, type Finding, maxExamples } from '../Check.ts'
import { counted } from '../counted.ts'
import { loadExpectedFiles, loadFiles, minOrphanAgeMs, ownerOf } from '../recordFiles.ts'

const namesIn = async (folder: string): Promise<string[]> => {
  const names: string[] = []
  for await (const entry of await opendir(folder)) if (entry.isDirectory()) names.push(entry.name)
  return names
}

/** Finds the entries of the folders of records that belong to no record, as paths below the storage. */
async function* orphanedEntries(root: string, reader: Reader, byId: (id: string) => Collection | undefined) {
  for (const collectionId of await namesIn(root)) {
    const collection = byId(collectionId)
    for (const ids of inLists(await namesIn(join(root, collectionId)))) {
      const known = await loadFiles(reader, collection, ids)
      for (const id of ids) {
        const files = known.get(id) ?? []
        for (const entry of await readdir(join(root, collectionId, id))) {
          if (!files.includes(ownerOf(entry))) yield { path: join(collectionId, id, entry), file: ownerOf(entry) }
        }
      }
    }
  }
}

const findOrphanedLocally = async ({ config, reader, catalog }: CheckContext): Promise<Finding[]> => {
  const root = join(config.dataDir, 'storage')
  if (!(await stat(root).catch(() => undefined))) return []
  const expected = await loadExpectedFiles(reader)
  const orphaned: string[] = []
  let bytes = 0
  for await (const { path, file } of orphanedEntries(root, reader, (await catalog()).byId)) {
    const found = await stat(join(root, path)).catch(() => undefined)
    if (!found || Date.now() - found.mtimeMs < minOrphanAgeMs || expected.includes(file)) continue
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
}

export const orphanedFiles: Check = {
  name: 'orphanedFiles',
  title: 'All stored files belong to a record.',
  find: async context => {
    const { s3 } = await context.settings()
    return s3.enabled ? findOrphanedObjects(context, s3) : findOrphanedLocally(context)
  },
}
