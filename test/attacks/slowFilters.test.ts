import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { startCoffer } from '../harness/coffer.ts'
import { copySample } from '../harness/copySample.ts'
import { fastPasswords } from '../harness/fastPasswords.ts'
import { OtherClients } from '../harness/otherClients.ts'
import { memoryOf, workOf } from '../harness/processTree.ts'

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
  const coffer = await startCoffer(copy.dataDir, ['--queryTimeout', `${queryTimeout}`])
  onTestFinished(async () => {
    await coffer.end('SIGKILL')
    await copy.remove()
  })
  return { ...coffer, dataDir: copy.dataDir }
}

const categories = '/api/collections/categories/records?skipTotal=1'
const slowPath = `${categories}&filter=${encodeURIComponent(slowFilter)}`

test('a filter that multiplies rows neither fills the memory nor runs on after its time limit', async () => {
  const queryTimeout = 5
  const coffer = await start(queryTimeout)
  const begun = performance.now()
  expect((await askApi(coffer.port, 'GET', categories)).status).toBe(200)
  const calmSeconds = (performance.now() - begun) / 1000
  const before = memoryOf(coffer.pid)
  const started = performance.now()
  let seconds: number | undefined
  const reading = askApi(coffer.port, 'GET', slowPath).then(({ status }) => {
    seconds = (performance.now() - started) / 1000
    return status
  })
  let peak = before
  while (seconds === undefined) {
    await wait(100)
    peak = Math.max(peak, memoryOf(coffer.pid))
  }
  expect(await reading).toBe(400)
  expect(seconds, 'seconds until the response').toBeLessThan(queryTimeout + Math.max(1, 10 * calmSeconds))
  // Before, these seconds took 300 MB.
  expect(peak - before, 'megabytes').toBeLessThan(120)
  await wait(1_000)
  const worked = workOf(coffer.pid)
  await wait(1_000)
  expect(workOf(coffer.pid) - worked, 'milliseconds of work in a second after the time limit').toBeLessThan(500)
}, 60_000)

test.each([
  ['one address', () => '203.0.113.7'],
  ['fifty addresses', (number: number) => `203.0.113.${number}`],
])(
  'ten filters that multiply rows, from %s, delay nobody',
  async (_, addressOf) => {
    const coffer = await start(3)
    const responses = await new OtherClients(coffer).expectServedDuring(() =>
      Promise.all(
        Array.from({ length: 10 }, (_, number) =>
          askApi(coffer.port, 'GET', `${slowPath}&number=${number}`, { headers: { 'X-Forwarded-For': addressOf(number) } }),
        ),
      ),
    )
    expect(responses.map(({ status }) => status).filter(status => ![400, 503].includes(status))).toEqual([])
  },
  120_000,
)
