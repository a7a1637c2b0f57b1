import { opendir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { inLists } from '../../../db/boundList.ts'
import { entriesOfBucket } from '../bucketFiles.ts'
import { type Check, type CheckContext, counted, type FixResult, maxExamples } from '../Check.ts'
import { findOrphans, type Orphan, type StoredEntry } from '../findOrphans.ts'
import { moveToOrphaned, retentionDays } from '../orphanedFolder.ts'
import { ownerOf } from '../recordFiles.ts'

async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = []
  for await (const entry of await opendir(folder)) if (entry.isDirectory()) names.push(entry.name)
  return names
}

/** Lists the entries of the folders of records in the storage of a data directory. */
async function* localEntries(root: string): AsyncGenerator<StoredEntry[]> {
  if (!(await stat(root).catch(() => undefined))) return
  for (const collectionId of await namesIn(root)) {
    for (const ids of inLists(await namesIn(join(root, collectionId)))) {
      const entries: StoredEntry[] = []
      for (const recordId of ids) {
        for (const entry of await readdir(join(root, collectionId, recordId)).catch(() => [])) {
          const path = join(collectionId, recordId, entry)
          const measure = async () => {
            const found = await stat(join(root, path)).catch(() => undefined)
            return found && { size: found.isFile() ? found.size : 0, ageMs: Date.now() - found.mtimeMs }
          }
          entries.push({ path, collectionId, recordId, file: ownerOf(entry), measure })
        }
      }
      yield entries
    }
  }
}

async function move({ config }: CheckContext, orphans: readonly Orphan[]): Promise<FixResult> {
  const paths = orphans.map(({ path }) => path)
  const folder = await moveToOrphaned(config.dataDir, paths)
  return {
    fixed: `Moved ${counted(paths.length, 'file')} without a record to ${folder}. The server removes them in ${retentionDays} days.`,
  }
}

/** What to do about orphans: nothing while anything is damaged, because their records can be among what cannot be read. */
async function measuresFor(context: CheckContext, orphans: readonly Orphan[], isInBucket: boolean) {
  const [damaged] = await context.damage()
  if (damaged) return { advice: `Leave them there until ${damaged.place} is not damaged anymore.` }
  if (isInBucket) return { advice: 'Remove them with a tool for S3, unless another program uses them.' }
  return {
    advice: `Run "coffer doctor --fix" to move them away. The server removes them ${retentionDays} days later.`,
    fix: () => move(context, orphans),
  }
}

export const orphanedFiles: Check = {
  name: 'orphanedFiles',
  title: 'All stored files belong to a record.',
  find: async context => {
    const { s3 } = await context.settings()
    const entries = s3.enabled ? entriesOfBucket(context, s3) : localEntries(join(context.config.dataDir, 'storage'))
    const orphans = await findOrphans(context, entries)
    if (orphans.length === 0) return []
    const things = s3.enabled
      ? `${counted(orphans.length, 'object')} in the bucket ${s3.bucket}`
      : counted(orphans.length, 'stored file')
    const bytes = orphans.reduce((sum, { size }) => sum + size, 0)
    return [
      {
        severity: 'notice',
        message: `${things} without a record, ${Math.ceil(bytes / 1000)} kB.`,
        examples: orphans.slice(0, maxExamples).map(({ path }) => path),
        ...(await measuresFor(context, orphans, s3.enabled)),
      },
    ]
  },
}
