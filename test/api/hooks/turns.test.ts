import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { sendThrough } from '../../deploy/sendThrough.ts'
import { databaseOfRun } from '../../harness/copySample.ts'
import { openPbHooks } from '../../harness/openPbHooks.ts'
import { records, startCodeServer, unhurried } from './harness.ts'

const registry = '/api/collections/registry/records'

/** Hooks inside of transactions, of which the first one waits. They note their order, and whether a change of another client is made. */
const hooks = `
import { onRecord } from 'coffer'
export const gate = Promise.withResolvers()
export const noted: string[] = []
export const state = { hasBegun: false }
onRecord('scratch', {
  async insideCreate({ record, data }) {
    const { totalItems } = await data.collection('registry').getList(1, 1, { filter: 'name = "other"' })
    noted.push(record.t + ' ' + totalItems)
    state.hasBegun = true
    await gate.promise
  },
})`

const route = `
import { gate, noted, state } from '../inside.ts'
export default {
  fetch(request: Request) {
    if (request.url.endsWith('open')) gate.resolve(undefined)
    return Response.json({ noted, ...state })
  },
}`

const patiently = { timeout: 20_000, interval: 50 }
/** Time in which requests that are sent reach the server, so that they wait there. */
const arrivalMs = 500

async function openInside() {
  const { port, ask, admin } = await startCodeServer(
    { 'inside.ts': hooks, 'routes/inside.ts': route },
    { processes: 1, ...unhurried },
    'pool',
  )
  const create = (t: string) => ask('POST', records, { t })
  /** Sends a change from another address. */
  const createFrom = (from: string, path: string, body: object) =>
    sendThrough(
      { origin: `http://127.0.0.1:${port}`, close: async () => undefined },
      {
        path,
        from,
        body,
        headers: { Authorization: admin },
      },
    )
  const begun = () => vi.waitFor(async () => expect((await ask('GET', '/inside')).json.hasBegun).toBe(true), patiently)
  const open = () => ask('GET', '/inside/open')
  const noted = async () => (await ask('GET', '/inside')).json.noted as string[]
  return { create, createFrom, begun, open, noted }
}

// On PostgreSQL, eight of these transactions run at once, so that their order is not known.
const testOnSqlite = test.skipIf(databaseOfRun() === 'postgres')

testOnSqlite('changes of others are made between those of a client whose hooks run inside of transactions', async () => {
  const { create, createFrom, begun, open, noted } = await openInside()
  const own = ['a1', 'a2', 'a3', 'a4', 'a5'].map(create)
  await begun()
  const other = createFrom('127.0.0.2', registry, { name: 'other' })
  await wait(arrivalMs)
  await open()
  expect((await Promise.all(own)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect((await other).status).toBe(200)
  // Only the transaction that ran already does not see the other change.
  expect((await noted()).map(text => text.slice(-1))).toEqual(['0', '1', '1', '1', '1'])
})

testOnSqlite('clients with hooks inside of transactions take turns', async () => {
  const { create, createFrom, begun, open, noted } = await openInside()
  const own = ['a1', 'a2', 'a3', 'a4', 'a5'].map(create)
  await begun()
  const other = createFrom('127.0.0.2', records, { t: 'b1' })
  await wait(arrivalMs)
  await open()
  await Promise.all([...own, other])
  expect((await noted())[1]).toBe('b1 0')
})

test('a client is rejected with 429 when too many of its changes wait for hooks inside of transactions', async () => {
  const { create, createFrom, begun, open } = await openInside()
  const own = Array.from({ length: 20 }, (_, number) => create(`a${number}`))
  await begun()
  const rejected = await Promise.race(own)
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '1'])
  const other = createFrom('127.0.0.2', records, { t: 'b1' })
  await wait(arrivalMs)
  await open()
  const statuses = (await Promise.all(own)).map(({ status }) => status)
  expect([statuses.filter(status => status === 200).length, statuses.filter(status => status === 429).length]).toEqual([16, 4])
  expect((await other).status).toBe(200)
})

const scripts = `
routerAdd('GET', '/transaction', (c) => {
  let seen = 0
  $app.dao().runInTransaction((tx) => {
    seen = tx.findRecordsByFilter('registry', 'name = "other"').length
    $app.store().set('begun', true)
    sleep(1000)
  })
  return c.json(200, { seen })
})
routerAdd('GET', '/begun', (c) => c.json(200, { begun: $app.store().get('begun') || false }))`

test('changes of others are made between the transactions that scripts of pb_hooks begin for a client', async () => {
  const { ask } = await openPbHooks(scripts, { args: ['--trustedProxies', '127.0.0.1'] })
  const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })
  const own = Array.from({ length: 5 }, () => ask('GET', '/transaction', from('10.0.0.1')))
  await vi.waitFor(async () => expect((await ask('GET', '/begun', from('10.0.0.2'))).json.begun).toBe(true), patiently)
  expect((await ask('POST', registry, { body: { name: 'other' }, ...from('10.0.0.2') })).status).toBe(200)
  const seen = (await Promise.all(own)).map(({ json }) => json.seen)
  // A second transaction can begin before the other change arrives.
  expect(seen.filter(count => count === 0).length).toBeLessThanOrEqual(2)
})
