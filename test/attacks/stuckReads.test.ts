import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { longTexts, uninterruptedPath } from '../harness/attacks/uninterruptedReads.ts'
import { startCoffer } from '../harness/coffer.ts'
import { copySample, databaseOfRun } from '../harness/copySample.ts'
import { openCounted, subscribe, subscriptionWith } from '../harness/eventStreams.ts'
import { fastPasswords } from '../harness/fastPasswords.ts'
import { isLongRun } from '../harness/isLongRun.ts'
import { OtherClients } from '../harness/otherClients.ts'
import { numbers } from '../harness/realtimeAttack.ts'
import { signToken } from '../harness/signToken.ts'
import { countStuckReaders, stuckReaderArgs } from '../harness/stuckReaders.ts'

/** @param queryTimeout seconds after which a read is given up */
async function start(queryTimeout: number) {
  const copy = await copySample('magazine', [longTexts, fastPasswords])
  const coffer = await startCoffer(copy.dataDir, ['--queryTimeout', `${queryTimeout}`, ...stuckReaderArgs])
  onTestFinished(async () => {
    await coffer.end('SIGKILL')
    await copy.remove()
  })
  return { ...coffer, dataDir: copy.dataDir }
}

/** Reads of one client wait for each other, at most for half a minute. */
const timeoutMs = 300_000

test('reads that nothing interrupts block two threads of a client at most, and it still gets its other responses and events', async () => {
  const coffer = await start(1)
  const statusOf = async (path: string, address = '203.0.113.7') =>
    (await askApi(coffer.port, 'GET', `/api/${path}`, { headers: { 'X-Forwarded-For': address }, timeoutMs })).status
  const headers = { 'X-Forwarded-For': '203.0.113.7' }
  const stream = await openCounted(coffer.port, headers)
  const subscriptions = [subscriptionWith('tags', { filter: 'name != ""' })]
  expect(await subscribe(coffer.port, stream.clientId, subscriptions, headers)).toBe(204)
  const token = signToken(coffer.dataDir, 'auth', 'admin')
  let mostStuck = 0
  for (const number of numbers(5)) {
    expect([400, 503]).toContain(await statusOf(uninterruptedPath(number)))
    mostStuck = Math.max(mostStuck, await countStuckReaders(coffer))
    const before = stream.arrived()
    const body = { name: `tag ${number}` }
    expect((await askApi(coffer.port, 'POST', '/api/collections/tags/records', { token, body })).status).toBe(200)
    await expect.poll(() => stream.arrived()).toBeGreaterThan(before)
    await expect.poll(() => countStuckReaders(coffer)).toBeLessThanOrEqual(2)
  }
  stream.destroy()
  // PostgreSQL ends the statements.
  if (databaseOfRun() === 'sqlite') expect(mostStuck).toBeGreaterThan(0)
  // On a busy machine, a read can exceed the time limit of a second.
  for (const address of ['203.0.113.7', '198.51.100.3'])
    await expect.poll(() => statusOf('collections/posts/records?perPage=5', address)).toBe(200)
  expect(coffer.isRunning()).toBe(true)
}, 300_000)

const attacks: readonly [title: string, addressOf: (number: number) => string, isLong: boolean][] = [
  ['one address', () => '203.0.113.7', true],
  ['ten addresses', number => `203.0.113.${number}`, false],
]

test.each(attacks.filter(([, , isLong]) => isLongRun || !isLong))(
  'ten reads that nothing interrupts, from %s, leave the reads, writes, sign-ins and events of others as they are',
  async (_, addressOf) => {
    const coffer = await start(3)
    const others = new OtherClients(coffer)
    // The server starts its threads, and learns what the reads of others cost.
    await others.use(() => true)
    let attack = 0
    const responses = await others.expectServedDuring(() => {
      attack += 10
      return Promise.all(
        numbers(10).map(number =>
          askApi(coffer.port, 'GET', `/api/${uninterruptedPath(attack + number)}`, {
            headers: { 'X-Forwarded-For': addressOf(number) },
            timeoutMs,
          }),
        ),
      )
    })
    expect(responses.map(({ status }) => status).filter(status => ![400, 503].includes(status))).toEqual([])
  },
  300_000,
)
