import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Collection } from '@coffer/schema'
import { maxListLength } from '../../db/boundList.ts'
import { name, sql } from '../../db/sql.ts'
import { type FindAbsent, findAbsentObjects } from '../bucketFiles.ts'
import { type Check, type CheckContext, type Finding, maxExamples } from '../Check.ts'
import { counted } from '../counted.ts'
import { fileColumns, fileFields, filesOfRow } from '../recordFiles.ts'

/** Returns a function that finds the files of records that are not in the folder of a collection. */
const findAbsentLocally =
  (folder: string): FindAbsent =>
  async records => {
    const absent: string[] = []
    for (const { id, files } of records) {
      const stored = new Set(await readdir(join(folder, id)).catch(() => []))
      absent.push(...files.filter(file => !stored.has(file)).map(file => `${id}/${file}`))
    }
    return absent
  }

const missingOf = async ({ reader }: CheckContext, collection: Collection, findAbsent: FindAbsent) => {
  const missing = { count: 0, examples: [] as string[] }
  let after = ''
  for (;;) {
    const rows = await reader.rows(
      sql`SELECT ${fileColumns(collection)} FROM ${name(collection.name)} WHERE id > ${after} ORDER BY id LIMIT ${maxListLength}`,
    )
    const records = rows.map(row => filesOfRow(collection, row))
    after = records.at(-1)?.id ?? after
    const absent = await findAbsent(records.filter(({ files }) => files.length > 0))
    missing.count += absent.length
    const room = maxExamples - missing.examples.length
    missing.examples.push(...absent.slice(0, room).map(path => `${collection.name}/${path}`))
    if (rows.length < maxListLength) return missing
  }
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
      const findAbsent = s3.enabled ? findAbsentObjects(context, s3, collection.id) : findAbsentLocally(folder)
      const { count, examples } = await missingOf(context, collection, findAbsent)
      if (count === 0) continue
      const place = s3.enabled ? `${collection.id}/ in the bucket ${s3.bucket}` : folder
      findings.push({
        severity: 'problem',
        message: `${counted(count, 'file')} of ${collection.name} cannot be found.`,
        advice: `Copy them from a backup to ${place}, or remove them from the records.`,
        examples,
      })
    }
    return findings
  },
}
