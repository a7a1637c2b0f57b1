import { expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { openPbHooks } from '../harness/openPbHooks.ts'

const source = `
  onModelBeforeCreate(() => sleep(5), 'scratch')
  onModelAfterCreate((e) => { sleep(100); console.log('<on created ' + e.model.get('t') + '>') }, 'scratch')`

test('a change that is committed is never rejected because of the hooks after it, which run for each one', async () => {
  const { coffer, ask } = await openPbHooks(source)
  const path = '/api/collections/scratch/records'
  const before = (await ask('GET', `${path}?perPage=1`)).json.totalItems as number
  const saved: string[] = []
  let sent = 0
  /** Sends requests one after the other, more of them at the same time than a client can have before its changes. */
  const client = async () => {
    while (sent < 400 && saved.length < 100) {
      const t = `r${sent++}`
      const { status } = await askApi(coffer.port, 'POST', path, { body: { t } })
      if (status === 200) saved.push(t)
      else expect(status).toBe(429)
    }
  }
  await Promise.all(Array.from({ length: 24 }, client))
  expect(saved.length).toBeGreaterThan(16)
  expect((await ask('GET', `${path}?perPage=1`)).json.totalItems).toBe(before + saved.length)
  const created = () => (coffer.output().match(/<on created [^>]*>/g) ?? []).sort()
  await expect.poll(created).toEqual(saved.map(t => `<on created ${t}>`).sort())
})
