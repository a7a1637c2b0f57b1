import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { type RunningCoffer, runCoffer, startCoffer } from '../harness/coffer.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'
import { scratchDir } from '../harness/scratchDir.ts'
import { openWire, type Wire } from './harness/openWire.ts'

let postgres: PostgresServer
let wire: Wire
let server: RunningCoffer
let team: string
const folder = mkdtempSync(join(scratchDir, 'coffer-test-'))
const notes = '/api/collections/notes/records'

const ask = (method: string, path: string, body?: object, token?: string) =>
  askApi(server.port, method, path, { ...(body && { body }), ...(token && { token }) })

/** Creates a record that has not been read. Returns its id. */
async function create(collection: string, body: object): Promise<string> {
  return String((await ask('POST', `/api/collections/${collection}/records`, body)).json.id)
}

beforeAll(async () => {
  postgres = await openPostgres()
  wire = await openWire(await postgres.createDatabase())
  const dir = join(folder, 'pb_data')
  const options = ['--database', wire.address]
  server = await startCoffer(dir, options)
  const credentials = ['admin@example.com', 'a secret password'] as const
  await runCoffer(['admin', 'create', ...credentials, '--dir', dir, ...options])
  const [identity, password] = credentials
  const { json: admin } = await ask('POST', '/api/admins/auth-with-password', { identity, password })
  const token = String(admin.token)
  const rules = (rule: string) => ({ listRule: rule, viewRule: rule, createRule: rule, updateRule: rule, deleteRule: rule })
  const title = { name: 'title', type: 'text' }
  const teams = { name: 'teams', type: 'base', schema: [title], ...rules('') }
  const { json } = await ask('POST', '/api/collections', teams, token)
  const relation = { name: 'team', type: 'relation', options: { collectionId: json.id, maxSelect: 1 } }
  const records = { name: 'notes', type: 'base', schema: [title, relation], ...rules("title != 'secret'") }
  expect(await ask('POST', '/api/collections', records, token)).toMatchObject({ status: 200 })
  team = await create('teams', { title: 'first' })
})
afterAll(async () => {
  await server?.end('SIGKILL')
  wire?.close()
  await postgres?.close()
  await rm(folder, { recursive: true, force: true })
})

type Requests = [name: string, roundTrips: number, send: (id: string, run: number) => ReturnType<typeof ask>][]

const requests: Requests = [
  ['a view that is not cached', 1, id => ask('GET', `${notes}/${id}`)],
  ['a list that is not cached', 1, (_, run) => ask('GET', `${notes}?skipTotal=1&filter=title!='${run}'`)],
  ['a counted list whose page shows the last record', 1, (_, run) => ask('GET', `${notes}?perPage=500&filter=title!='${run}'`)],
  ['a counted list', 2, (_, run) => ask('GET', `${notes}?perPage=2&filter=title!='${run}'`)],
  ['a create', 2, (_, run) => ask('POST', notes, { title: `created ${run}` })],
  ['a create with a relation', 3, (_, run) => ask('POST', notes, { title: `created ${run}`, team })],
  ['an update', 2, (id, run) => ask('PATCH', `${notes}/${id}`, { title: `updated ${run}` })],
  ['an update with a relation', 3, (id, run) => ask('PATCH', `${notes}/${id}`, { title: `updated ${run}`, team })],
  ['a delete', 2, id => ask('DELETE', `${notes}/${id}`)],
]

/** Runs of each request. The fewest round trips count, because what the server does on its own is on the same wire. */
const runs = 6

test.each(requests)('%s takes %i round trips to PostgreSQL', async (_, expected, send) => {
  const counts: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const id = await create('notes', { title: `note ${run}` })
    await wait(200)
    wire.take()
    expect((await send(id, run)).status).toBeLessThan(300)
    counts.push(wire.take())
  }
  expect(Math.min(...counts), JSON.stringify(counts)).toBe(expected)
})
