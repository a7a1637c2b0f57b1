import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { startCoffer } from '../../harness/coffer.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { isLongRun } from '../../harness/isLongRun.ts'
import { queryDatabase } from '../../harness/queryDatabase.ts'
import { scratchDir } from '../../harness/scratchDir.ts'
import { signToken } from '../../harness/signToken.ts'
import { startServer } from '../../harness/startServer.ts'

const rows = 20_000
const fields = [
  { id: 'crash_title', name: 'title', type: 'text' },
  { id: 'crash_note', name: 'note', type: 'text' },
  { id: 'crash_state', name: 'state', type: 'select', options: { maxSelect: 1, values: ['a', 'b'] } },
]
const definition = {
  id: 'crashing0000001',
  name: 'crashing',
  type: 'base',
  schema: fields,
  listRule: '',
  viewRule: '',
  indexes: ['CREATE INDEX `idx_crashing` ON `crashing` (`title`)'],
}
/** One change with every kind of step: swapped names, a removed, a new and a converted column, another index and another name. */
const change = {
  name: 'crashed',
  schema: [
    { ...fields[0], name: 'note' },
    { id: 'crash_more', name: 'title', type: 'json', options: { maxSize: 2000 } },
    { ...fields[2], options: { maxSelect: 2, values: ['a', 'b'] } },
  ],
  indexes: ['CREATE INDEX `idx_crashed` ON `crashed` (`note`)', 'CREATE INDEX `idx_crashed_state` ON `crashed` (`state`)'],
  listRule: "note != ''",
}

let folder: string
let sample: SampleCopy
let admin: string
beforeAll(async () => {
  folder = await mkdtemp(join(scratchDir, 'coffer-crash-'))
  sample = await copySample('magazine')
  admin = signToken(sample.dataDir, 'auth', 'admin')
  const server = await startServer(sample)
  const { status, text } = await askApi(server.port, 'POST', '/api/collections', { token: admin, body: definition })
  expect(status, text).toBe(200)
  await server.stop()
  using database = new DatabaseSync(join(sample.dataDir, 'data.db'))
  database.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
    INSERT INTO crashing (title, note, state) SELECT 'title ' || i, hex(randomblob(100)), substr('ab', 1 + i % 3, 1) FROM n`)
})
afterAll(async () => {
  await sample.remove()
  await rm(folder, { recursive: true, force: true })
})

/** Reads everything that a change of the collection affects, except its time. */
const stateOf = (dataDir: string): string[] => {
  const [row] = queryDatabase(
    dataDir,
    'data',
    `SELECT name, schema, indexes, listRule FROM _collections WHERE id = 'crashing0000001'`,
  )
  const table = String(row?.[0])
  const columns = queryDatabase(dataDir, 'data', `SELECT name FROM pragma_table_info('${table}')`).flat()
  const sums = columns.map(column => `SUM(length(\`${column}\`)), MIN(\`${column}\`), MAX(\`${column}\`)`)
  return [
    JSON.stringify(row),
    JSON.stringify(queryDatabase(dataDir, 'data', 'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name')),
    JSON.stringify(queryDatabase(dataDir, 'data', `SELECT COUNT(*), ${sums.join()} FROM \`${table}\``)),
  ]
}

/** Makes the change on a copy whose server is killed after some milliseconds, or stops after its response. */
const changeCopy = async (name: string, milliseconds?: number) => {
  const dataDir = join(folder, name)
  await cp(sample.dataDir, dataDir, { recursive: true })
  const coffer = await startCoffer(dataDir)
  const started = performance.now()
  const asked = askApi(coffer.port, 'PATCH', '/api/collections/crashing', { token: admin, body: change }).catch(() => undefined)
  const response = milliseconds === undefined ? await asked : await wait(milliseconds)
  const took = performance.now() - started
  await coffer.end(milliseconds === undefined ? 'SIGTERM' : 'SIGKILL')
  await asked
  return { dataDir, took, response }
}

test('a server killed during a change of a collection has either the old or the new state after a restart', async () => {
  const whole = await changeCopy('whole')
  expect(whole.response).toMatchObject({ status: 200 })
  const [before, after] = [stateOf(sample.dataDir), stateOf(whole.dataDir)]
  expect(after).not.toEqual(before)
  const rounds = isLongRun ? 12 : 3
  for (let round = 1; round <= rounds; round += 1) {
    const { dataDir } = await changeCopy(`round${round}`, (whole.took * round) / rounds)
    const server = await startServer({ dataDir })
    const name = stateOf(dataDir)[0] === before[0] ? 'crashing' : 'crashed'
    const { json } = await askApi(server.port, 'GET', `/api/collections/${name}/records?perPage=1`)
    await server.stop()
    expect(json.totalItems, 'records after the restart').toBe(rows)
    expect(stateOf(dataDir)).toEqual(name === 'crashing' ? before : after)
    expect(queryDatabase(dataDir, 'data', 'PRAGMA integrity_check')).toEqual([['ok']])
  }
}, 240_000)
