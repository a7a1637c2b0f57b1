import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { startCoffer } from '../harness/coffer.ts'
import { copySample } from '../harness/copySample.ts'
import { fastPasswords } from '../harness/fastPasswords.ts'
import { isLongRun } from '../harness/isLongRun.ts'
import { OtherClients } from '../harness/otherClients.ts'
import { countStuckReaders, stuckReaderArgs } from '../harness/stuckReaders.ts'

/** Categories that all have the same parent, so that each step through it multiplies them. */
const siblings = {
  sql: `INSERT INTO categories (id, name, slug, parent) WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter WHERE x < 1500)
    SELECT printf('heading%08d', x), 'n' || x, 's' || x, 'heading00000001' FROM counter`,
}

/** Follows 1,500 × 1,500 × 1,500 × 1,500 rows. */
const slowFilter =
  'categories_via_parent.parent.categories_via_parent.parent.categories_via_parent.name ?~ categories_via_parent.slug'

/** @param queryTimeout seconds after which a filter is ended */
async function start(queryTimeout: number) {
  const copy = await copySample('magazine', [siblings, fastPasswords])
  const coffer = await startCoffer(copy.dataDir, ['--queryTimeout', `${queryTimeout}`, ...stuckReaderArgs])
  onTestFinished(async () => {
    await coffer.end('SIGKILL')
    await copy.remove()
  })
  return { ...coffer, dataDir: copy.dataDir }
}

const categories = '/api/collections/categories/records?skipTotal=1'
const slowPath = `${categories}&filter=${encodeURIComponent(slowFilter)}`

test('filters that multiply rows end at their time limit, and no thread runs on', async () => {
  const coffer = await start(1)
  const { port, isRunning } = coffer
  for (let number = 0; number < 3; number += 1)
    expect((await askApi(port, 'GET', `${slowPath}&number=${number}`)).status).toBe(400)
  await expect.poll(() => countStuckReaders(coffer)).toBe(0)
  expect((await askApi(port, 'GET', categories)).status).toBe(200)
  expect(isRunning()).toBe(true)
}, 120_000)

/** The filters of fifty addresses take half a minute, because each one runs until its time limit. */
const attacks: readonly [title: string, count: number, addressOf: (number: number) => string, isLong: boolean][] = [
  ['ten filters that multiply rows, from one address', 10, () => '203.0.113.7', true],
  ['ten filters that multiply rows, from ten addresses', 10, number => `203.0.113.${number}`, false],
  ['fifty filters that multiply rows, from fifty addresses', 50, number => `203.0.113.${number}`, true],
]

test.each(attacks.filter(([, , , isLong]) => isLongRun || !isLong))(
  '%s, delay nobody',
  async (_, count, addressOf) => {
    const coffer = await start(3)
    const others = new OtherClients(coffer)
    // The server starts its threads, and learns what the reads of others cost.
    await others.use(() => true)
    const responses = await others.expectServedDuring(() =>
      Promise.all(
        Array.from({ length: count }, (_, number) =>
          askApi(coffer.port, 'GET', `${slowPath}&number=${number}`, { headers: { 'X-Forwarded-For': addressOf(number) } }),
        ),
      ),
    )
    expect(responses.map(({ status }) => status).filter(status => ![400, 503].includes(status))).toEqual([])
  },
  120_000,
)
