import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copySample, type SampleName } from '../../../../test/harness/copySample.ts'
import { dumpDatabase } from '../../../../test/harness/dumpDatabase.ts'
import { openPostgres, type PostgresServer } from '../../../../test/harness/openPostgres.ts'
import { scratchDir } from '../../../../test/harness/scratchDir.ts'
import { sqliteSchema } from '../../db/sqlite/sqliteSchema.ts'
import { type DatabaseFiles, filesIn } from './DatabaseFiles.ts'
import { exportSnapshot } from './exportSnapshot.ts'
import { importFiles } from './importFiles.ts'

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

let exports = 0
function newFiles(): DatabaseFiles {
  exports += 1
  return { data: join(folder, `data-${exports}.db`), logs: join(folder, `logs-${exports}.db`) }
}

describe('a copy to PostgreSQL and back', () => {
  test.each<SampleName>(['magazine', 'fresh', 'later', 'encrypted'])('the files of %s have the same content', async sample => {
    const { dataDir, remove } = await copySample(sample)
    const address = await server.createDatabase()
    const copied = newFiles()
    const there = await importFiles({ from: filesIn(dataDir), to: address })
    expect(there.compared.filter(({ isEqual }) => !isEqual)).toEqual([])
    expect(there.warnings).toEqual([])
    const back = await exportSnapshot(address, copied)
    expect(back.compared.filter(({ isEqual }) => !isEqual)).toEqual([])
    expect(dumpDatabase(copied.data)).toEqual(dumpDatabase(filesIn(dataDir).data))
    expect(dumpDatabase(copied.logs).rows[0]).toEqual(dumpDatabase(filesIn(dataDir).logs).rows[0])
    await remove()
  })

  test.each([
    ['mails that wait to be sent', 'mails', "_cofferMails VALUES (7, 'mail', '{}', 1, 1700000000000, 1700000001000, 0)"],
    ['the last review of access', 'accessReviews', "_cofferAccessReviews VALUES (3, 1700000000000, 'a@b.example', '{}')"],
    [
      'rule tests',
      'ruleTests',
      `_cofferRuleTests VALUES (2, 'posts', '[{"persona":"guest","action":"list","expected":"denied"}]')`,
    ],
    [
      'deliveries to web hooks that wait',
      'events',
      "_cofferDeliveries VALUES (7, 'msg_a', 'webHooks', 'hook', 'posts/a', 'waiting', 1700000000000, 1700000001000, 0, 1, 2, '', '{}')",
    ],
  ] as const)('%s: moved there and back', async (_, kind, row) => {
    const tables = sqliteSchema.systemTables[kind].map(({ text }) => text).join(';')
    const { dataDir, remove } = await copySample('fresh', [{ sql: `${tables}; INSERT INTO ${row}` }])
    const address = await server.createDatabase()
    const copied = newFiles()
    await importFiles({ from: filesIn(dataDir), to: address })
    await exportSnapshot(address, copied)
    expect(dumpDatabase(copied.data)).toEqual(dumpDatabase(filesIn(dataDir).data))
    await remove()
  })

  test('a view whose query fails is moved with its query, and a warning names it', async () => {
    const query = 'select id from missing'
    const { dataDir, remove } = await copySample('magazine', [
      {
        sql: `DROP VIEW post_stats; CREATE VIEW \`post_stats\` AS SELECT * FROM (${query});
        UPDATE _collections SET options = json_set(options, '$.query', '${query}') WHERE name = 'post_stats'`,
      },
    ])
    const address = await server.createDatabase()
    const copied = newFiles()
    const warnings = ['The query of the view collection "post_stats" does not work. Change it.']
    expect((await importFiles({ from: filesIn(dataDir), to: address })).warnings).toEqual(warnings)
    expect((await exportSnapshot(address, copied)).warnings).toEqual(warnings)
    expect(dumpDatabase(copied.data)).toEqual(dumpDatabase(filesIn(dataDir).data))
    await remove()
  })

  test('a view that works in SQLite but not in PostgreSQL is rejected', async () => {
    const query = "select id, printf('%d', 1) as one from posts"
    const { dataDir, remove } = await copySample('magazine', [
      {
        sql: `DROP VIEW post_stats; CREATE VIEW post_stats AS SELECT * FROM (${query});
        UPDATE _collections SET options = json_set(options, '$.query', '${query.replaceAll("'", "''")}') WHERE name = 'post_stats'`,
      },
    ])
    const moving = importFiles({ from: filesIn(dataDir), to: await server.createDatabase() })
    await expect(moving).rejects.toThrow('The view collection "post_stats" cannot be moved: ')
    await remove()
  })
})
