import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { records, startCodeServer } from './harness.ts'

const faults = `
import { data, onRecord } from 'coffer'
onRecord('scratch', {
  async insideCreate({ record }) {
    if (record.t === 'fine') return
    await data.collection('registry').create({ name: 'by ' + record.t })
    if (record.t === 'loop') while (true);
    if (record.t === 'exit') process.exit(1)
    if (record.t === 'kill') process.kill(process.pid, 'SIGKILL')
    await new Promise(() => {})
  },
})`

/** The statuses of faults. Before a process ends itself, its 500 ms can be over. */
const statuses: Record<string, number[]> = { hang: [503], loop: [503], exit: [500, 503], kill: [500, 503] }

test.each(Object.keys(statuses))(
  'a hook inside of a transaction with the fault "%s" is ended after 500 ms, nothing is changed, and other changes are made',
  async fault => {
    const { ask, names, texts } = await startCodeServer({ 'faults.ts': faults }, {}, 'pool')
    const failing = ask('POST', records, { t: fault })
    const others = Array.from({ length: 5 }, () => ask('POST', '/api/collections/registry/records', { name: 'other' }))
    const failed = await failing
    expect(statuses[fault], failed.text).toContain(failed.status)
    if (failed.status === 503)
      expect(failed.json).toEqual({
        code: 503,
        message: 'A hook took more than 500 ms inside of the transaction, so nothing was changed. Please try again.',
        data: {},
      })
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(await texts(`t = "${fault}"`)).toEqual([])
    expect((await names()).filter(name => name.startsWith('by '))).toEqual([])
    // On a busy machine, a hook that ends at once can take longer than 500 ms, and a process needs time to start.
    await vi.waitFor(async () => expect((await ask('POST', records, { t: 'fine' })).status).toBe(200), {
      timeout: 30_000,
      interval: 100,
    })
    const [hook] = (await ask('GET', '/api/code')).json.hooks as object[]
    expect(hook).toMatchObject({
      key: 'faults.ts scratch insideCreate',
      lastError: { stack: expect.stringContaining('Error: ') },
    })
  },
)

const late = `
import { writeFileSync } from 'node:fs'
import { data, onRecord } from 'coffer'
onRecord('scratch', {
  async insideCreate({ record, data: own }) {
    await data.collection('registry').create({ name: 'in time' })
    await new Promise(resolve => setTimeout(resolve, 1_500))
    const create = access => access.collection('registry').create({ name: 'late' }).then(() => 'made', error => error.message)
    writeFileSync('.late', JSON.stringify([await create(data), await create(own)]))
  },
})`

test('what a hook requests after the end of its transaction is rejected', async () => {
  const { ask, names, hooksDir } = await startCodeServer({ 'late.ts': late }, {}, 'pool')
  expect((await ask('POST', records, { t: 'late' })).status).toBe(503)
  const file = join(hooksDir, '.late')
  const errors = () => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  const ended = 'The transaction of this hook has ended.'
  await expect.poll(errors).toBe(JSON.stringify([ended, ended]))
  expect((await names()).filter(name => /time|late/.test(name))).toEqual([])
})
