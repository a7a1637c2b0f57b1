import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openNodes } from '../harness/openNodes.ts'
import { openPostgres } from '../harness/openPostgres.ts'
import { notes } from './harness/nodeCollections.ts'

/** Only for a test that would hang. */
const recovery = { timeout: 60_000 }

/** Time after which a node takes the database for suspended. Shorter suspensions are noticed some seconds later. */
const suspendedMs = 3_000

const records = 'collections/notes/records'

/** Opens a node on a database with a standby, and a collection of which the standby has everything. */
async function openWithStandby() {
  const postgres = await openPostgres()
  onTestFinished(async () => {
    postgres.resume()
    await postgres.close()
  })
  const first = new URL(await postgres.createDatabase())
  const standby = await postgres.openStandby()
  onTestFinished(standby.close)
  const promoted = new URL(first)
  promoted.host = new URL(standby.address).host
  const nodes = await openNodes({
    ...postgres,
    createDatabase: async () => first.href.replace(first.host, `${first.host},${promoted.host}`),
  })
  const node = await nodes.start('one')
  expect(await node.ask('POST', 'collections', notes)).toMatchObject({ status: 200 })
  expect(await node.ask('POST', records, { title: 'before' }, '')).toMatchObject({ status: 200 })
  return { postgres, standby, node, former: first.href, promoted: promoted.href }
}

const connections = `SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'coffer%' AND datname = current_database()`

test('a node leaves a primary that was suspended while its standby was promoted, with all connections, and serves what the new one has', async () => {
  const { postgres, standby, node, former, promoted } = await openWithStandby()
  postgres.suspend()
  await wait(suspendedMs)
  await standby.promote()
  await postgres.execute(promoted, `UPDATE notes SET title = 'changed'`)
  postgres.resume()
  const read = async () => (await node.ask('GET', records, undefined, '')).json.items
  const seen: unknown[] = []
  await expect
    .poll(async () => {
      const items = await read()
      if (items !== undefined) seen.push(items)
      return items
    }, recovery)
    .toMatchObject([{ title: 'changed' }])
  // No response shows what the former primary has.
  expect(seen).toEqual([[expect.objectContaining({ title: 'changed' })]])
  expect(await node.ask('POST', records, { title: 'after' }, '')).toMatchObject({ status: 200 })
  expect(await postgres.execute(promoted, 'SELECT title FROM notes ORDER BY title')).toEqual([
    { title: 'after' },
    { title: 'changed' },
  ])
  await expect.poll(() => postgres.execute(former, connections), recovery).toEqual([])
  expect(node.output()).toContain('This server leaves the former primary.')
})

test('a change that a former primary has committed after its standby was promoted is not acknowledged', async () => {
  const { postgres, standby, node, former, promoted } = await openWithStandby()
  // Otherwise the former primary would wait for its standby.
  await postgres.execute(former, 'ALTER SYSTEM RESET synchronous_standby_names')
  await postgres.execute(former, 'SELECT pg_reload_conf()')
  const blocking = new pg.Client(former)
  blocking.on('error', () => undefined)
  await blocking.connect()
  onTestFinished(() => blocking.end())
  await blocking.query('BEGIN; LOCK TABLE notes IN SHARE ROW EXCLUSIVE MODE')
  const titles = ['1', '2', '3', '4']
  const creations = titles.map(title => node.ask('POST', records, { title }, ''))
  const waiting = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
  await expect.poll(() => postgres.execute(former, waiting)).toHaveLength(titles.length)
  postgres.suspend()
  await wait(suspendedMs)
  await standby.promote()
  // It commits as soon as it goes on.
  const unlocked = blocking.query('COMMIT').catch(() => undefined)
  postgres.resume()
  await unlocked
  const responses = await Promise.all(creations)
  const status = async () => (await node.ask('GET', 'health')).status
  await expect.poll(status, recovery).toBe(200)
  const stored = (await postgres.execute(promoted, 'SELECT title FROM notes')).map(({ title }) => title)
  const acknowledged = titles.filter((_, index) => responses[index]?.status === 200)
  expect(acknowledged.filter(title => !stored.includes(title))).toEqual([])
  for (const { status, text } of responses) expect([200, 503], text).toContain(status)
})
