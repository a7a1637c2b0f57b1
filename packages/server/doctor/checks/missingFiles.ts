import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Collection } from '@coffer/schema'
import { maxListLength } from '../../db/boundList.ts'
import { name, sql } from '../../db/sql.ts'
import type { Check, CheckContext, Finding } from '../Check.ts'
import { counted } from '../counted.ts'
import { fileColumns, fileFields, filesOfRow } from '../recordFiles.ts'

const maxExamples = 5

const missingOf = async ({ config, reader }: CheckContext, collection: Collection) => {
  const missing = { count: 0, examples: [] as string[] }
  let after = ''
  for (;;) {
    const rows = await reader.rows(
      sql`SELECT ${fileColumns(collection)} FROM ${name(collection.name)} WHERE id > ${after} ORDER BY id LIMIT ${maxListLength}`,
    )
    for (const row of rows) {
      const { id, files } = filesOfRow(collection, row)
      after = id
      if (files.length === 0) continue
      const stored = new Set(await readdir(join(config.dataDir, 'storage', collection.id, id)).catch(() => []))
      const absent = files.filter(file => !stored.has(file))
      missing.count += absent.length
      if (missing.examples.length < maxExamples) missing.examples.push(...absent.map(file => `${collection.name}/${id}/${file}`))
    }
    if (rows.length < maxListLength) return missing
  }
}

export const missingFiles: Check = {
  name: 'missingFiles',
  title: 'All files of records are stored.',
  needs: 'localFiles',
  find: async context => {
    const findings: Finding[] = []
    for (const collection of (await context.catalog()).all) {
      if (fileFields(collection).length === 0) continue
      const { count, examples } = await missingOf(context, collection)
      if (count === 0) continue
      findings.push({
        severity: 'problem',
        message: `${counted(count, 'file')} of ${collection.name} cannot be found.`,
        advice: `Copy them from a backup to ${join(context.config.dataDir, 'storage', collection.id)}, or remove them from the records.`,
        examples: examples.slice(0, maxExamples),
      })
    }
    return findings
  },
}
