import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { startCoffer } from '../harness/coffer.ts'
import { copySample, databaseOfRun, type Preparation } from '../harness/copySample.ts'
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

/** Expects that three clients get responses to first reads of a view while the reads of attackers go on, or are rejected after a wait. */
async function expectFirstReadsBeside(
  { askAs, dataDir }: Awaited<ReturnType<typeof start>>,
  attacks: Promise<{ status: number }>[],
) {
  const statuses: number[] = []
  for (const attack of attacks) {
    attack.then(
      ({ status }) => statuses.push(status),
      () => undefined,
    )
  }
  const admin = signToken(dataDir, 'auth', 'admin')
  for (let number = 0; number < 3; number += 1) {
    // A parameter that no read has had before, so that its cost is unknown.
    const path = `/api/collections/post_stats/records?other${number}`
    const { status, text } = await askAs(`198.51.100.${number}`, 'GET', path, undefined, admin)
    expect(status, text).toBe(200)
  }
  expect(statuses.filter(ended => ended !== 503)).toEqual([])
}

/** Number of processes for reads of views that are not known to be quick, on SQLite. */
const processes = Math.max(2, availableParallelism()) + 1

test('first reads of another view are answered while endless reads of a view by many addresses go on and wait', async () => {
  const server = await start(publicView('hostile', endless))
  const attacks = Array.from({ length: 2 * processes }, (_, number) =>
    server.askAs(`203.0.113.${number}`, 'GET', `/api/collections/hostile/records?skipTotal=1&kind${number}`),
  )
  await expectFirstReadsBeside(server, attacks)
}, 120_000)

test.runIf(databaseOfRun() === 'sqlite')(
  'first reads of another view are answered while endless reads go on whose kind has been quick before',
  async () => {
    const numbers =
      'WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter) SELECT CAST(x AS TEXT) AS id FROM counter'
    const server = await start(publicView('hostile', numbers))
    const find = (address: string, id: string) =>
      server.askAs(address, 'GET', `/api/collections/hostile/records?skipTotal=1&perPage=1&filter=id='${id}'`)
    for (const id of ['1', '2', '3', '4', '5']) expect((await find(attacker, id)).status).toBe(200)
    const attacks = Array.from({ length: 2 * processes }, (_, number) => find(`203.0.113.${number % 2}`, `none ${number}`))
    await expectFirstReadsBeside(server, attacks)
  },
  120_000,
)

/** Returns a JSON value with many different keys, which takes long to parse. */
const manyKeys = (count = 400_000) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]))

/** More bodies of 400,000 keys would exceed the memory for bodies, and be rejected. */
const attacks: readonly [title: string, count: number, keys: number, addressOf: (number: number) => string][] = [
  ['ten bodies of 400,000 keys from one address', 10, 400_000, () => attacker],
  ['fifty bodies of 80,000 keys from fifty addresses', 50, 80_000, number => `203.0.113.${number}`],
]

test.each(attacks.filter(([, count]) => isLongRun || count === 50))(
  '%s do not delay the larger records of others',
  async (_, count, keys, addressOf) => {
    const { askAs, port } = await start()
    const records = '/api/collections/scratch/records'
    const text = 'x'.repeat(200_000)
    // Starts the threads.
    expect((await askAs(other, 'POST', records, { t: text })).status).toBe(200)
    // Encoded once, so that the bodies arrive at the same time.
    const body = new TextEncoder().encode(JSON.stringify({ j: manyKeys(keys) }))
    let finished = 0
    const hostile = Array.from({ length: count }, async (_, number) => {
      const headers = { 'X-Forwarded-For': addressOf(number), 'Content-Type': 'application/json' }
      const { status } = await askApi(port, 'POST', `${records}?fields=id`, { body, headers })
      finished += 1
      return status
    })
    // Waits until the bodies have arrived.
    while (finished === 0) await wait(5)
    const { status } = await askAs(other, 'POST', records, { t: text })
    expect(status).toBe(200)
    expect(finished, 'large bodies that were handled before').toBeLessThan(count / 2)
    // The field rejects 400,000 keys once they are parsed. On a busy machine, a body can wait for its turn until it is rejected.
    expect((await Promise.all(hostile)).filter(status => ![200, 400, 503].includes(status))).toEqual([])
  },
  120_000,
)

test('a body of 400,000 keys is rejected before it is parsed', async () => {
  const { askAs } = await start()
  const { status, json } = await askAs(attacker, 'POST', '/api/collections/scratch/records', manyKeys())
  expect([status, json.message]).toEqual([400, 'An object may have 25000 keys. Send fewer at once.'])
}, 60_000)
