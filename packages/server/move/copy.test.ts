import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copySample, type SampleName } from '../../../test/harness/copySample.ts'
import { openPostgres, type PostgresServer } from '../../../test/harness/openPostgres.ts'
import { scratchDir } from '../../../test/harness/scratchDir.ts'
import { type DatabaseFiles, runCopy } from './runCopy.ts'

let server: PostgresServer
let folder: string

beforeAll(async () => {
  server = await openPostgres()
  folder = await mkdtemp(join(scratchDir, 'coffer-copy-'))
})
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

const filesIn = (dir: string): DatabaseFiles => ({ data: join(dir, 'data.db'), logs: join(dir, 'logs.db') })

let exports = 0
const newFiles = (): DatabaseFiles => {
  exports += 1
  return { data: join(folder, `data-${exports}.db`), logs: join(folder, `logs-${exports}.db`) }
}

/** Returns the definitions and rows of a file, without what Coffer adds and what depends on the history of a file. */
const dump = (path: string) => {
  using database = new DatabaseSync(path, { readOnly: true, enableDoubleQuotedStringLiterals: true })
  const objects = database
    .prepare(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE '\\_coffer%' ESCAPE '\\' ORDER BY type, name",
    )
    .all()
  const plain = (sql: unknown) =>
    String(sql)
      .replaceAll(/[\s`"[\]]+/g, ' ')
      .replaceAll(/ ?([(),]) ?/g, '$1')
      .toLowerCase()
  const tables = objects.filter(({ type }) => type === 'table').map(({ name }) => String(name))
  return {
    objects: objects.map(({ type, name, sql }) => [type, name, type === 'table' ? '' : plain(sql)]),
    columns: tables.map(table => [
      table,
      database.prepare(`SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info('${table}') ORDER BY name`).all(),
    ]),
    rows: tables.map(table => {
      const statement = database.prepare(`SELECT rowid AS "@row", * FROM "${table}" ORDER BY rowid`)
      statement.setReadBigInts(true)
      return [table, statement.all()]
    }),
  }
}

describe('a copy to PostgreSQL and back', () => {
  test.each<SampleName>(['fresh', 'encrypted'])('the files of %s have the same content', async sample => {
    const { dataDir, remove } = await copySample(sample)
    const address = await server.createDatabase()
    const copied = newFiles()
    const there = await runCopy({ from: filesIn(dataDir), to: address })
    expect(there.filter(({ isEqual }) => !isEqual)).toEqual([])
    const back = await runCopy({ from: address, to: copied })
    expect(back.filter(({ isEqual }) => !isEqual)).toEqual([])
    expect(dump(copied.data)).toEqual(dump(filesIn(dataDir).data))
    expect(dump(copied.logs).rows[0]).toEqual(dump(filesIn(dataDir).logs).rows[0])
    await remove()
  })
})
