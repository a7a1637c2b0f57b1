import { expect, test, vi } from 'vitest'
import { records, startCodeServer } from './harness.ts'

/** Fails until the hooks may go on, so that calls wait. Changes of hidden files are ignored. */
const blocked = `
import { existsSync } from 'node:fs'
import { data, onRecord } from 'coffer'
onRecord('scratch', {
  async afterCreate({ record }) {
    if (!existsSync('.go')) throw new Error('not yet')
    await data.collection('registry').create({ name: \`seen \${record?.t.slice(0, 3)}\` })
  },
})`

test('every change reaches its hook, although more calls have to wait than are stored', async () => {
  const { ask, save, stop, start } = await startCodeServer({ 'blocked.ts': blocked }, { retryDelaysMs: Array(100).fill(5_000) })
  // 64 MB of calls are stored for a hook. Values of up to 1 MB are part of a call.
  const count = 80
  const megabyte = 'x'.repeat(1_000_000)
  for (let index = 0; index < count; index += 1)
    expect((await ask('POST', records, { t: `${index + 100}${megabyte}` })).status).toBe(200)
  // The changes that are not planned yet are planned after the next start.
  await stop()
  await start()
  save('.go', '')
  const seen = async () => {
    const filter = encodeURIComponent('name ~ "seen "')
    const { text } = await ask('GET', `/api/collections/registry/records?perPage=500&filter=${filter}`)
    return new Set((JSON.parse(text).items as { name: string }[]).map(({ name }) => name)).size
  }
  await vi.waitFor(async () => expect(await seen()).toBe(count), { timeout: 60_000, interval: 500 })
})
