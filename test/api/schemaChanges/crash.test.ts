import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { changeDatabase } from '../../harness/changeDatabase.ts'
import { startCoffer } from '../../harness/coffer.ts'
import { copyDataDir, copySample, type SampleCopy } from '../../harness/copySample.ts'
import { isLongRun } from '../../harness/isLongRun.ts'
import { openFingerprint } from '../../harness/openFingerprint.ts'
import { queryDatabase, querySharedSql } from '../../harness/queryDatabase.ts'
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

const copies: SampleCopy[] = []
let sample: SampleCopy
let admin: string
beforeAll(async () => {
  sample = await copySample('magazine')
  admin = signToken(sample.dataDir, 'auth', 'admin')
  const server = await startServer(sample)
  const { status, text } = await askApi(server.port, 'POST', '/api/collections', { token: admin, body: definition })
  expect(status, text).toBe(200)
  await server.stop()
  const note = "replace('xxxxxxxxxxxxxxxxxxxx', 'x', 'note ' || i || ' ')"
  const insertion = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows}) INSERT INTO crashing
    (id, title, note, state) SELECT 'crash' || (1000000000 + i), 'title ' || i, ${note}, substr('ab', 1 + i % 3, 1) FROM n`
  await changeDatabase(sample.dataDir, 'data', insertion)
})
afterAll(() => Promise.all([sample, ...copies].map(({ remove }) => remove())))

/** Reads everything that a change of the collection affects, except its time. */
function stateOf(dataDir: string) {
  const [row] = querySharedSql(dataDir, `SELECT name, schema, indexes, listRule FROM _collections WHERE id = 'crashing0000001'`)
  const fingerprint = openFingerprint(dataDir)
  const hashes = fingerprint.take()
  fingerprint.close()
  const name = String(row?.[0])
  return { name, collection: JSON.stringify(row), definitions: hashes['the definitions'], rows: hashes[`the table ${name}`] }
}

/** Makes the change on a copy whose server is killed after some milliseconds, or stops after its response. */
async function changeCopy(milliseconds?: number) {
  const copy = await copyDataDir(sample.dataDir)
  copies.push(copy)
  const { dataDir } = copy
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
  const whole = await changeCopy()
  expect(whole.response).toMatchObject({ status: 200 })
  const [before, after] = [stateOf(sample.dataDir), stateOf(whole.dataDir)]
  expect([before.name, after.name]).toEqual(['crashing', 'crashed'])
  const rounds = isLongRun ? 12 : 3
  for (let round = 1; round <= rounds; round += 1) {
    const { dataDir } = await changeCopy((whole.took * round) / rounds)
    const server = await startServer({ dataDir })
    const { name } = stateOf(dataDir)
    const { json } = await askApi(server.port, 'GET', `/api/collections/${name}/records?perPage=1`)
    await server.stop()
    expect(json.totalItems, 'records after the restart').toBe(rows)
    expect(stateOf(dataDir)).toEqual(name === before.name ? before : after)
    expect(queryDatabase(dataDir, 'data', 'PRAGMA integrity_check')).toEqual([['ok']])
  }
}, 240_000)
