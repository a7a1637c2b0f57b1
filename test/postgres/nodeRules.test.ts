import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLongRun } from '../harness/isLongRun.ts'
import { openNodes } from '../harness/openNodes.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await openPostgres()
})
afterAll(async () => {
  await postgres?.close()
})

const rounds = isLongRun ? 300 : 30
const pauses = isLongRun ? 10 : 2
const readers = 4

const secrets = { name: 'secrets', type: 'base', schema: [{ name: 'title', type: 'text' }], listRule: '' }

/** Opens two nodes, the second one with further arguments, and reads as a guest on the second one until `stop`. */
async function openReaders(args: string[] = []) {
  const nodes = await openNodes(postgres)
  const [one, other] = [await nodes.start('one'), await nodes.start('other', args)]
  expect(await one.ask('POST', 'collections', secrets)).toMatchObject({ status: 200 })
  /** The texts of records that guests must not see. */
  const hidden = new Set<string>()
  const leaks: string[] = []
  const counts = new Map<number, number>()
  /** Number of the last change of the rule, and whether guests can be let in: until it is acknowledged, and while it is open. */
  let acknowledged = { number: 0, isOpen: true }
  let isStopped = false
  const read = async () => {
    while (!isStopped) {
      const before = acknowledged
      const { status, text } = await other.ask('GET', 'collections/secrets/records?sort=-created&perPage=5', undefined, '')
      counts.set(status, (counts.get(status) ?? 0) + 1)
      for (const title of hidden) if (text.includes(title)) leaks.push(title)
      if (before === acknowledged && !before.isOpen && status === 200) leaks.push(`round ${before.number}`)
    }
  }
  const reading = Array.from({ length: readers }, read)
  const setRule = async (number: number, isOpen: boolean) => {
    const listRule = isOpen ? '' : null
    acknowledged = { number, isOpen: true }
    expect(await one.ask('PATCH', 'collections/secrets', { listRule })).toMatchObject({ status: 200 })
    acknowledged = { number, isOpen }
  }
  const addSecret = async (title: string) => {
    hidden.add(title)
    expect(await one.ask('POST', 'collections/secrets/records', { title })).toMatchObject({ status: 200 })
  }
  const removeSecrets = async () => {
    const { json } = await one.ask('GET', 'collections/secrets/records?perPage=500')
    for (const { id } of json.items as { id: string }[])
      expect(await one.ask('DELETE', `collections/secrets/records/${id}`)).toMatchObject({ status: 204 })
  }
  const stop = async () => {
    isStopped = true
    await Promise.all(reading)
  }
  /** Whether the lease of the second node has lapsed, by the clock of the database. */
  const hasLapsed = async () => {
    const query = `SELECT lease < clock_timestamp() AS "hasLapsed" FROM "_cofferNodes" WHERE name = 'other'`
    return (await postgres.execute(nodes.address, query))[0]?.hasLapsed
  }
  return { one, other, leaks, counts, setRule, addSecret, removeSecrets, hasLapsed, stop }
}

/** Closes and opens the rule many times, with a secret in between that guests must never see. */
async function expectNoLeaks(readers: Awaited<ReturnType<typeof openReaders>>): Promise<void> {
  const { leaks, counts, setRule, addSecret, removeSecrets, stop } = readers
  const areAnswered = () => (counts.get(200) ?? 0) > rounds && (counts.get(403) ?? 0) > 0
  for (let round = 1; round <= rounds || (round <= 4 * rounds && !areAnswered()); round += 1) {
    await setRule(round, false)
    await addSecret(`secret ${round}.`)
    await removeSecrets()
    await setRule(round, true)
  }
  await stop()
  expect(leaks).toEqual([])
  expect(counts.get(200)).toBeGreaterThan(rounds)
  expect(counts.get(403)).toBeGreaterThan(0)
}

test('a guest who reads on one node never sees records that a rule hides after it was tightened on another node', async () => {
  await expectNoLeaks(await openReaders())
}, 600_000)

test('a node that answers without reading the log for each request uses no rule that was tightened on another node', async () => {
  await expectNoLeaks(await openReaders(['--freshness', '60000']))
}, 600_000)

test('a node that was suspended while a rule was tightened answers by the new rule', async () => {
  const { other, leaks, counts, setRule, addSecret, removeSecrets, hasLapsed, stop } = await openReaders()
  for (let round = 1; round <= pauses; round += 1) {
    await wait(Math.random() * 50)
    other.signal('SIGSTOP')
    await setRule(round, false)
    // Until its lease lapses, a second after the last renewal, the suspended node could wake up and answer by the old rule.
    expect(await hasLapsed()).toBe(true)
    await addSecret(`secret ${round}.`)
    other.signal('SIGCONT')
    await expect.poll(async () => (await other.ask('GET', 'collections/secrets/records', undefined, '')).status).toBe(403)
    await removeSecrets()
    await setRule(round, true)
    await expect.poll(async () => (await other.ask('GET', 'collections/secrets/records', undefined, '')).status).toBe(200)
  }
  await stop()
  expect(leaks).toEqual([])
  expect(counts.get(200)).toBeGreaterThan(0)
}, 600_000)
