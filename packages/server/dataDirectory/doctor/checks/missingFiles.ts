import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Collection } from '@coffer/schema'
import { maxListLength } from '../../../db/boundList.ts'
import { name, sql } from '../../../db/sql.ts'
import { md5OfBytes, readMd5 } from '../../../files/storage/local/sidecar.ts'
import { findAbsentObjects } from '../bucketFiles.ts'
import { type Check, type CheckContext, counted, type Finding, maxExamples } from '../Check.ts'
import { type FileFault, type FindFaults, fileColumns, fileFields, filesOfRow } from '../recordFiles.ts'

const md5OfNothing = md5OfBytes(new Uint8Array())

async function faultOf(path: string): Promise<FileFault['kind'] | undefined> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return 'missing'
  if (found.isDirectory()) return 'folder'
  return found.size === 0 && (await readMd5(path)) !== md5OfNothing ? 'empty' : undefined
}

/** Returns a function that finds what is wrong with the files in the folder of a collection. */
const findFaultsLocally =
  (folder: string): FindFaults =>
  async records => {
    const faults: FileFault[] = []
    for (const path of records.flatMap(({ id, files }) => files.map(file => `${id}/${file}`))) {
      const kind = await faultOf(join(folder, path))
      if (kind) faults.push({ path, kind })
    }
    return faults
  }

/** The number of files with a fault, and the paths of some. */
type Faults = Map<FileFault['kind'], { count: number; examples: string[] }>

async function faultsOf({ reader }: CheckContext, collection: Collection, findFaults: FindFaults): Promise<Faults> {
  const all: Faults = new Map()
  let after = ''
  for (;;) {
    const rows = await reader.rows(
      sql`SELECT ${fileColumns(collection)} FROM ${name(collection.name)} WHERE id > ${after} ORDER BY id LIMIT ${maxListLength}`,
    )
    const records = rows.map(row => filesOfRow(collection, row))
    after = records.at(-1)?.id ?? after
    for (const { path, kind } of await findFaults(records.filter(({ files }) => files.length > 0))) {
      const { count, examples } = all.get(kind) ?? { count: 0, examples: [] }
      if (count < maxExamples) examples.push(`${collection.name}/${path}`)
      all.set(kind, { count: count + 1, examples })
    }
    if (rows.length < maxListLength) return all
  }
}

/** Returns the end of a sentence about some files. */
function problemOf(kind: FileFault['kind'], count: number): string {
  if (kind === 'missing') return 'cannot be found'
  if (kind === 'empty') return count === 1 ? 'has lost its content' : 'have lost their content'
  return count === 1 ? 'is a folder' : 'are folders'
}

export const missingFiles: Check = {
  name: 'missingFiles',
  title: 'All files of records are stored.',
  find: async context => {
    const findings: Finding[] = []
    const { s3 } = await context.settings()
    for (const collection of (await context.catalog()).all) {
      if (fileFields(collection).length === 0) continue
      const folder = join(context.config.dataDir, 'storage', collection.id)
      const findFaults = s3.enabled ? findAbsentObjects(context, s3, collection.id) : findFaultsLocally(folder)
      const place = s3.enabled ? `${collection.id}/ in the bucket ${s3.bucket}` : folder
      for (const [kind, { count, examples }] of await faultsOf(context, collection, findFaults)) {
        findings.push({
          severity: 'problem',
          message: `${counted(count, 'file')} of ${collection.name} ${problemOf(kind, count)}.`,
          advice: `Copy ${count === 1 ? 'it' : 'them'} from a backup to ${place}, or remove ${count === 1 ? 'it' : 'them'} from the records.`,
          examples,
        })
      }
    }
    return findings
  },
}
