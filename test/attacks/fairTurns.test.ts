import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { startCoffer } from '../harness/coffer.ts'
import { copySample, type Preparation } from '../harness/copySample.ts'
import { isLongRun } from '../harness/isLongRun.ts'
import { signToken } from '../harness/signToken.ts'
import { publicView } from '../harness/slowView.ts'

/** A time limit in seconds that no read of a test reaches. */
const queryTimeoutSeconds = 3_600
/** An endless count that never returns its single row. */
const endless = 'WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter) SELECT MAX(x) AS id FROM counter'

async function start(prepare: Preparation[] = []) {
  const copy = await copySample('magazine', prepare)
  const coffer = await startCoffer(copy.dataDir, ['--queryTimeout', `${queryTimeoutSeconds}`])
  onTestFinished(async () => {
    await coffer.end('SIGKILL')
    await copy.remove()
  })
  const askAs = (address: string, method: string, path: string, body?: object, token?: string) =>
    askApi(coffer.port, method, path, { headers: { 'X-Forwarded-For': address }, token, ...(body && { body }) })
  return { ...coffer, dataDir: copy.dataDir, askAs }
}

const attacker = '203.0.113.7'
const other = '198.51.100.3'

test.each([
  ['a guest', false],
  ['a user', true],
])(
  'the first reads of another view by others are answered while four endless reads of a view by %s go on',
  async (_, isSignedIn) => {
    const { askAs, dataDir } = await start(publicView('hostile', endless))
    const token = isSignedIn ? signToken(dataDir, 'auth', 'users:bob') : undefined
    const statuses: number[] = []
    for (let number = 0; number < 4; number += 1) {
      const path = `/api/collections/hostile/records?skipTotal=1&number=${number}`
      askAs(attacker, 'GET', path, undefined, token).then(
        ({ status }) => statuses.push(status),
        () => undefined,
      )
    }
    // The first of them can be answered before the four reads have started. Then these take all that they may have.
    for (const client of [other, '198.51.100.4', '198.51.100.5']) {
      // A different path each, because responses are cached.
      const path = `/api/collections/post_stats/records?client=${client}`
      const admin = signToken(dataDir, 'auth', 'admin')
      const { status, text } = await askAs(client, 'GET', path, undefined, admin)
      expect(status, text).toBe(200)
    }
    // A read that has waited for half a minute, because the others of its client go on, is rejected.
    expect(statuses.filter(ended => ended !== 503)).toEqual([])
    expect(statuses.length).toBeLessThan(4)
  },
  120_000,
)

/** A JSON value with many different keys, which takes long to parse. */
const manyKeys = () => Object.fromEntries(Array.from({ length: 400_000 }, (_, index) => [`key${index}`, index]))

/** The addresses of ten requests. */
const addresses: readonly [string, (number: number) => string][] = [
  ['one address', () => attacker],
  ['fifty addresses', number => `203.0.113.${number}`],
]

test.each(addresses.filter(([who]) => isLongRun || who === 'fifty addresses'))(
  'bodies of 400,000 keys from %s do not delay the larger records of others',
  async (_, addressOf) => {
    const { askAs } = await start()
    const records = '/api/collections/scratch/records'
    const text = 'x'.repeat(200_000)
    // Starts the threads.
    expect((await askAs(other, 'POST', records, { t: text })).status).toBe(200)
    const body = { j: manyKeys() }
    let finished = 0
    const hostile = Array.from({ length: 10 }, async (_, number) => {
      await askAs(addressOf(number), 'POST', records, body)
      finished += 1
    })
    // Waits until the bodies have arrived.
    while (finished === 0) await wait(5)
    const { status } = await askAs(other, 'POST', records, { t: text })
    expect(status).toBe(200)
    expect(finished, 'of the ten large bodies were handled before').toBeLessThan(5)
    await Promise.all(hostile)
  },
  120_000,
)

test('a body of 400,000 keys is rejected before it is parsed', async () => {
  const { askAs } = await start()
  const { status, json } = await askAs(attacker, 'POST', '/api/collections/scratch/records', manyKeys())
  expect([status, json.message]).toEqual([400, 'An object may have 25000 keys. Send fewer at once.'])
}, 60_000)
