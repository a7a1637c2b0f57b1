import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Listener, openListener } from '../../exchanges/runner/openListener.ts'
import { askApi } from '../../harness/askApi.ts'
import { isLongRun } from '../../harness/isLongRun.ts'
import { type RandomFilters, randomFilters } from '../../harness/randomFilters.ts'
import { readCollections } from '../../harness/readCollections.ts'
import { signToken } from '../../harness/signToken.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'
import { exposureOf } from './askAccess.ts'

/** The personas, and the requesters that subscribe for them. */
const personas: Record<string, string | undefined> = {
  guest: undefined,
  '_pb_users_auth_/alice0000000001': 'users:alice',
  'mgclients000001/client000000001': 'clients:client000000001',
}

/** A collection whose events every listener receives. The event of its record follows all events of the earlier changes. */
const last = 'lastchange'

interface Subscriber extends Listener {
  persona: string
  subscribe: (subscriptions: readonly string[]) => Promise<void>
}

let magazine: ServedMagazine
let random: RandomFilters
let subscribers: Subscriber[]
let lastId: unknown
beforeAll(async () => {
  magazine = await serveMagazine()
  random = randomFilters(readCollections(magazine.dataDir))
  const { port, dataDir } = magazine
  await magazine.change('POST', '', { name: last, type: 'base', listRule: '', schema: [{ name: 'count', type: 'number' }] })
  lastId = (await magazine.change('POST', `/${last}/records`, { count: 0 })).id
  subscribers = await Promise.all(
    Object.entries(personas).map(async ([persona, who]) => {
      const listener = await openListener(port)
      const { clientId } = listener
      const token = who === undefined ? undefined : signToken(dataDir, 'auth', who)
      const subscribe = async (subscriptions: readonly string[]) => {
        const { status } = await askApi(port, 'POST', '/api/realtime', { token, body: { clientId, subscriptions } })
        expect(status, persona).toBe(204)
      }
      return { ...listener, persona, subscribe }
    }),
  )
})
afterAll(async () => {
  for (const { close } of subscribers) close()
  await magazine.close()
})

/** Updates each record of a collection. Returns the topics on which a subscriber has then received an event, with their numbers. */
async function receiveUpdates(collection: string, ids: readonly string[]): Promise<Map<string, Map<string, number>>> {
  for (const { take, subscribe } of subscribers) {
    take()
    await subscribe([`${collection}/*`, ...ids.map(id => `${collection}/${id}`), `${last}/*`])
  }
  for (const id of ids) await magazine.change('PATCH', `/${collection}/records/${id}`, {})
  await magazine.change('PATCH', `/${last}/records/${lastId}`, { 'count+': 1 })
  const received = new Map<string, Map<string, number>>()
  for (const { persona, take } of subscribers) {
    const topics = new Map<string, number>()
    const isComplete = () => {
      for (const { event } of take()) topics.set(event, (topics.get(event) ?? 0) + 1)
      return topics.has(`${last}/*`)
    }
    await expect.poll(isComplete, { timeout: 60_000, message: persona }).toBe(true)
    received.set(persona, topics)
  }
  return received
}

/** Asserts that a cell says on how many records events arrive. Subscriptions are requests without a query, headers and data. */
function assertTopic(cell: { count?: number; atLeast?: number } | undefined, received: number, persona: string): void {
  const { count = -1, atLeast = count } = cell ?? {}
  expect([persona, received >= atLeast, received <= count]).toEqual([persona, true, true])
}

const question = fc.constantFrom('scratch', 'tags', 'comments').chain(collection => {
  // The updates change this date, and with it what a rule allows that reads it.
  const own = random.rule(collection).filter(text => !text.includes('updated'))
  const inContext = fc.constantFrom('', null, '@request.context = "realtime" && id != ""', '@request.context != "realtime"')
  const rule = fc.oneof({ arbitrary: own, weight: 5 }, { arbitrary: inContext, weight: 2 })
  return fc.record({ collection: fc.constant(collection), list: rule, view: rule })
})

/** A rule that searches for the text of a boolean column, which the version of an event has as a bound value. */
const textOfColumn = {
  collection: 'comments' as const,
  list: 'stars ~ "1" && stars !~ "."',
  view: 'comments_via_parent.id ~ approved',
}

test('the exposure of random rules counts the records whose events arrive on the topics of each persona', async () => {
  await fc.assert(
    fc.asyncProperty(question, async ({ collection, list, view }) => {
      await magazine.change('PATCH', `/${collection}`, { listRule: list, viewRule: view })
      const { items } = await magazine.change('GET', `/${collection}/records?perPage=500&fields=id`)
      const ids = (items as { id: string }[]).map(({ id }) => id)
      const received = await receiveUpdates(collection, ids)
      for (const persona of Object.keys(personas)) {
        const exposure = await exposureOf(magazine, collection, persona === 'guest' ? '' : persona)
        const topics = exposure.access[persona]?.realtime
        const events = received.get(persona)
        assertTopic(topics?.collection, events?.get(`${collection}/*`) ?? 0, persona)
        assertTopic(topics?.record, ids.filter(id => events?.has(`${collection}/${id}`)).length, persona)
      }
    }),
    { numRuns: isLongRun ? 60 : 6, examples: [[textOfColumn]] },
  )
}, 900_000)
