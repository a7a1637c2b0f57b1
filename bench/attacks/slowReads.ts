import { strict as assert } from 'node:assert'
import { askApi } from '../../test/harness/askApi.ts'
import { attackArgs } from '../../test/harness/attacks/preparations.ts'
import { besideEvaluations } from '../../test/harness/attacks/realtimeAttacks.ts'
import { longTexts, uninterruptedFilter, uninterruptedPath } from '../../test/harness/attacks/uninterruptedReads.ts'
import { subscriptionWith } from '../../test/harness/eventStreams.ts'
import { fastPasswords } from '../../test/harness/fastPasswords.ts'
import { type AttackedServer, type HeadersOf, numbers, records } from '../../test/harness/realtimeAttack.ts'
import type { OpenAttack } from './MeasuredAttack.ts'

/** Categories that all have the same parent, so that each step through it multiplies them. */
const siblings = {
  sql: `INSERT INTO categories (id, name, slug, parent) WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter WHERE x < 1500)
    SELECT printf('heading%08d', x), 'n' || x, 's' || x, 'heading00000001' FROM counter`,
}

/** Follows 1,500 × 1,500 × 1,500 × 1,500 rows. */
const slowFilter = encodeURIComponent(
  'categories_via_parent.parent.categories_via_parent.parent.categories_via_parent.name ?~ categories_via_parent.slug',
)

const scannedRows = {
  sql: `INSERT INTO scratch (id, t) WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter WHERE x < 200000)
    SELECT printf('scanned%08d', x), hex(randomblob(50)) FROM counter`,
}

const uninterrupted = { preparations: [fastPasswords, longTexts], args: attackArgs }

/** Returns the path of a list of records above an id. The cost of its kind is known by lists with other ids. */
const pathAbove = (id: string, number: number): string => uninterruptedPath(number, `id > "${id}" && (${uninterruptedFilter})`)

let reads = 0

/** Sends reads with different filters at once. Throws if a response has another status than the expected ones. */
async function read(
  { port }: AttackedServer,
  {
    count,
    headersOf,
    pathOf,
    expected,
  }: { count: number; headersOf: HeadersOf; pathOf: (read: number) => string; expected: number[] },
): Promise<void> {
  const responses = numbers(count).map(async number => {
    reads += 1
    const { status, text } = await askApi(port, 'GET', `/api/${pathOf(reads)}`, { headers: headersOf(number) })
    assert(expected.includes(status), `${status} ${text.slice(0, 300)}`)
  })
  await Promise.all(responses)
}

function readMultiplied(count: number, args: readonly string[]): OpenAttack {
  const pathOf = (number: number) => `collections/categories/records?skipTotal=1&filter=${slowFilter}&number=${number}`
  return () => ({
    attack: (server, headersOf) => read(server, { count, headersOf, pathOf, expected: [400, 429, 503] }),
    preparations: [fastPasswords, siblings],
    args,
  })
}

/** One read that lasts until the default of `--queryTimeout`. */
export const oneSlowFilter: [string, OpenAttack] = [
  'one filter that multiplies rows for 30 s',
  readMultiplied(1, ['--queryTimeout', '30']),
]

/** Reads that take long. */
export const slowReads: Record<string, OpenAttack> = {
  'ten filters that multiply rows': readMultiplied(10, attackArgs),
  '50 scans of 200,000 records': () => ({
    attack: (server, headersOf) => {
      const pathOf = (number: number) => `${records}?skipTotal=1&filter=${encodeURIComponent(`t ~ "nowhere${number}"`)}`
      return read(server, { count: 50, headersOf, pathOf, expected: [200, 429, 503] })
    },
    preparations: [fastPasswords, scannedRows],
  }),
  'ten reads that nothing interrupts, of kinds that have been quick': () => ({
    attack: async (server, headersOf) => {
      const count = 10
      const kind = (number: number) => number % count
      const quick = { count, headersOf, pathOf: (number: number) => pathAbove('zzz', kind(number)), expected: [200, 429, 503] }
      for (let turn = 0; turn < 5; turn += 1) await read(server, quick)
      await read(server, { ...quick, pathOf: number => pathAbove('a', kind(number)), expected: [400, 429, 503] })
    },
    ...uninterrupted,
  }),
  'evaluations that nothing interrupts, beside such reads': () => ({
    attack: (server, headersOf) => {
      const subscriptionsOf = (stream: number) => [subscriptionWith('scratch', { filter: uninterruptedFilter, stream })]
      return besideEvaluations(server, { count: 4, headersOf, subscriptionsOf }, async () => {
        await server.askAsAdmin('PATCH', `${records}/longText0000001`, { n: 1 })
        const pathOf = (number: number) => uninterruptedPath(number)
        await read(server, { count: 4, headersOf, pathOf, expected: [400, 429, 503] })
      })
    },
    ...uninterrupted,
  }),
}
