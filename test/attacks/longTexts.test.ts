import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { subscriptionWith } from '../harness/eventStreams.ts'
import { createResuming } from '../harness/openResuming.ts'
import { AttackedServer, numbers, records } from '../harness/realtimeAttack.ts'

/** Two records with long texts, of which each character of `t` matches all of `ed` but its end. */
const longTexts = `
  INSERT INTO scratch (id, t, ed) VALUES
    ('longText0000001', printf('%.*cBc', 200000, 'a'), printf('%.*cb', 1000, 'a')),
    ('longText0000002', printf('%.*c', 8000000, 'a'), printf('%.*cb', 49000, 'a'))`

let server: AttackedServer
beforeAll(async () => {
  server = await AttackedServer.start([{ sql: longTexts }])
}, 240_000)
afterAll(() => server.stop())

const a = (length: number) => 'a'.repeat(length)

/** A search for many texts. */
const anyOf = (count: number, textOf: (number: number) => string) =>
  `(${numbers(count)
    .map(number => `t ~ "${textOf(number)}"`)
    .join(' || ')})`

const filters: readonly [title: string, filter: string, found: string[]][] = [
  ['with a field', 't ~ ed', ['longText0000001']],
  ['with a field, where they are too long to tell', 't !~ ed', []],
  ['with a longer field', 'ed ~ t', []],
  ['with a text that repeats itself', `t ~ "${a(900)}b"`, ['longText0000001']],
  ['with a text that repeats itself and is nowhere', `t ~ "${a(900)}c"`, []],
  ['with many texts', anyOf(40, number => `ab${number}`), []],
]

test.each(filters)('a list ends within its time limit if its filter compares long texts %s', async (_, filter, found) => {
  const query = new URLSearchParams({ filter: `id ~ "longText" && ${filter}`, sort: 'id', fields: 'id' })
  const { status, json } = await server.ask('GET', `${records}?${query}`)
  expect({ status, ids: (json.items as { id: string }[]).map(({ id }) => id) }).toEqual({ status: 200, ids: found })
})

test.each([
  ['is longer', `t ~ "${a(1_001)}"`],
  ['has wildcards', `t ~ "%${'a_'.repeat(100)}b%"`],
])('a filter with a text that repeats itself is rejected if the text %s', async (_, filter) => {
  expect((await server.ask('GET', `${records}?${new URLSearchParams({ filter })}`)).status).toBe(400)
})

test('a subscription that compares long texts receives an event for each matching change, or `@resync`', async () => {
  const [byField, , , byText] = filters
  const subscriptions = [byField, byText].map(chosen => subscriptionWith('scratch', { filter: chosen?.[1], fields: 'id' }))
  const client = createResuming(server.port, { subscriptions })
  onTestFinished(client.cut)
  expect(await client.connect()).toBe(204)
  for (const number of [1, 2]) await server.askAsAdmin('PATCH', `${records}/longText000000${number}`, { n: number })
  // The events of a change precede those of the next one.
  const { id } = await server.askAsAdmin('POST', records, { t: `${a(900)}B`, ed: 'aab' })
  const receivedBy = (subscription: string) =>
    client.received.flatMap(({ event, json }) => {
      if (event === subscription) return `${json.action} ${json.record?.id}`
      return json.subscriptions?.includes(subscription) ? 'load' : []
    })
  // On a busy machine, an evaluation can take longer than its time limit.
  const expected = new RegExp(`^(update longText0000001|load),(load,)?(create ${id}|load)$`)
  for (const subscription of subscriptions)
    await expect.poll(() => receivedBy(subscription).join(), { timeout: 60_000 }).toMatch(expected)
})

test('a create rule that would compare long texts for too long rejects the record', async () => {
  await server.askAsAdmin('PATCH', 'collections/scratch', { createRule: 'n = 0 || t ~ ed' })
  const create = async (n: number, text: string, searched: string) =>
    (await server.ask('POST', records, { body: { n, t: text, ed: searched } })).status
  expect(await create(0, a(10), 'b')).toBe(200)
  expect(await create(1, a(1_000_000), 'aaa')).toBe(200)
  expect(await create(1, a(1_000_000), `${a(1_000)}_b`)).toBe(400)
  expect(await create(1, a(1_000_000), `${a(49_000)}b`)).toBe(400)
})
