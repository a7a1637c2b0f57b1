import { strict as assert } from 'node:assert'
import { setTimeout as wait } from 'node:timers/promises'
import { openUnread, subscribe, subscriptionWith } from '../eventStreams.ts'
import { type AttackedServer, type HeadersOf, numbers, records } from '../realtimeAttack.ts'
import { type Attack, comparisonsOf } from './requestAttacks.ts'

const pollMs = 20

interface UnreadStreams {
  count: number
  headersOf: HeadersOf
  subscriptionsOf: (stream: number) => string[]
}

/** Opens streams that nobody reads, runs some work, and ends the streams. */
export async function besideStreams<T>(
  server: AttackedServer,
  { count, headersOf, subscriptionsOf }: UnreadStreams,
  work: () => Promise<T>,
): Promise<T> {
  const streams = await server.attack(count, subscriptionsOf, headersOf)
  try {
    return await work()
  } finally {
    for (const { destroy } of streams) destroy()
  }
}

/** Does the same, but keeps the streams until the changes no longer wait for their subscriptions. */
export const besideEvaluations: typeof besideStreams = (server, streams, work) =>
  besideStreams(server, streams, async () => {
    const result = await work()
    while ((await server.usageOf('changeBytes')).used > 0) await wait(pollMs)
    return result
  })

const toAll = () => ['scratch/*']

const withQuery = (query: object) => subscriptionWith('scratch', query)

/** Returns filters that match no record, a different one for each subscription. */
const filtersOf = (stream: number): string[] =>
  numbers(1000).map(index => withQuery({ filter: `t ~ "%${stream}-${index}%" && n > ${index}` }))

/** Returns filters that look for text in long values. */
const searchesOf = (stream: number): string[] =>
  numbers(1000).map(index => withQuery({ filter: `t ~ "%a%b${stream}c${index}%"` }))

/** Returns filters that backtrack at each character. */
export function slowFiltersOf(stream: number): string[] {
  return numbers(1000).map(index => withQuery({ filter: `@now > "" || t ~ "${'%a'.repeat(200)}${stream}-${index}"` }))
}

/** Returns subscriptions that differ only in options that nothing reads. */
export function unusedOptionsOf(stream: number): string[] {
  return numbers(200).map(turn => withQuery({ fields: 'id,t', turn, stream }))
}

/** Returns subscriptions whose texts have 2.4 MB. */
export function longTopicsOf(stream: number): string[] {
  return numbers(1000).map(index => `scratch/${stream}/${index}/${'x'.repeat(2_400)}`)
}

const longTopics = longTopicsOf(0)

/** Creates a record, changes its text several times, and deletes it. */
async function changeLongRecord(server: AttackedServer, length: number, changes: number): Promise<void> {
  const { id } = await server.askAsAdmin('POST', records, { t: 'a'.repeat(length) })
  for (const n of numbers(changes)) await server.askAsAdmin('PATCH', `${records}/${id}`, { t: `${n}${'a'.repeat(length)}` })
  await server.askAsAdmin('DELETE', `${records}/${id}`)
}

/** Attacks with subscriptions, on a server with `attackPreparations`. */
export const realtimeAttacks: Record<string, Attack> = {
  'long events that are left unread': (server, headersOf) =>
    besideStreams(server, { count: 30, headersOf, subscriptionsOf: toAll }, () => changeLongRecord(server, 900_000, 5)),
  'subscriptions with long texts': async ({ port }, headersOf) => {
    const streams = await Promise.all(numbers(15).map(number => openUnread(port, headersOf(number))))
    for (const [number, { clientId }] of streams.entries()) {
      assert([204, 429].includes(await subscribe(port, clientId, longTopics, headersOf(number))))
    }
    for (const { destroy } of streams) destroy()
  },
  'thousands of slow filters of subscriptions': (server, headersOf) =>
    besideEvaluations(server, { count: 3, headersOf, subscriptionsOf: slowFiltersOf }, () =>
      changeLongRecord(server, 100_000, 10),
    ),
  'subscriptions that compare long texts': (server, headersOf) => {
    const subscriptionsOf = (stream: number) =>
      numbers(10).flatMap(index => comparisonsOf(10 * stream + index).map(filter => withQuery({ filter })))
    return besideEvaluations(server, { count: 3, headersOf, subscriptionsOf }, async () => {
      for (const n of numbers(3)) await server.askAsAdmin('PATCH', `${records}/compared0000000`, { n })
    })
  },
  'thirty records of 1 MB that 300 subscriptions expand': (server, headersOf) => {
    const subscriptionsOf = () =>
      numbers(300).map(index => withQuery({ filter: `t != "${index}"`, expand: 'rN', fields: `id,expand.rN.id,${index}` }))
    return besideEvaluations(server, { count: 1, headersOf, subscriptionsOf }, async () => {
      const rN = numbers(30).map(n => `large${String(n + 1).padStart(10, '0')}`)
      const { id } = await server.askAsAdmin('POST', records, { rN })
      for (const n of numbers(3)) await server.askAsAdmin('PATCH', `${records}/${id}`, { n })
      await server.askAsAdmin('DELETE', `${records}/${id}`)
    })
  },
  'a deletion that 300 subscriptions expand': (server, headersOf) => {
    const subscriptionsOf = () => numbers(300).map(index => withQuery({ filter: `t != "${index}"`, expand: 'rN.rN.rN' }))
    return besideEvaluations(server, { count: 1, headersOf, subscriptionsOf }, async () => {
      const rN = numbers(30).map(n => `circle${String(n).padStart(9, '0')}`)
      const { id } = await server.askAsAdmin('POST', records, { rN })
      await server.askAsAdmin('DELETE', `${records}/${id}`)
    })
  },
}

/** Longer records are not sent: with more than 16 MiB in the events of a transaction, subscribers load them again. */
export const longestEvent = 8_000_000

/** Attacks that made the memory of the server grow. */
export const memoryAttacks: Record<string, Attack> = {
  'events of 8 MB that 50 streams leave unread': (server, headersOf) =>
    besideStreams(server, { count: 50, headersOf, subscriptionsOf: toAll }, () => changeLongRecord(server, longestEvent, 0)),
  'records of 3 MB with 1,000 unused options': (server, headersOf) =>
    besideEvaluations(server, { count: 5, headersOf, subscriptionsOf: unusedOptionsOf }, () =>
      changeLongRecord(server, 3_000_000, 0),
    ),
  'changes of 8 MB for 10,000 filters': (server, headersOf) =>
    besideEvaluations(server, { count: 10, headersOf, subscriptionsOf: searchesOf }, () =>
      changeLongRecord(server, longestEvent, 5),
    ),
  '60,000 subscriptions with filters': (server, headersOf) =>
    besideStreams(server, { count: 60, headersOf, subscriptionsOf: filtersOf }, () => changeLongRecord(server, 10, 20)),
}
