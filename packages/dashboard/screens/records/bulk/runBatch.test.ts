import { expect, it } from 'vitest'
import { runBatch } from './runBatch.ts'

const items = Array.from({ length: 10 }, (_, index) => index)

it('runBatch never runs more actions at the same time than the concurrency allows', async () => {
  let running = 0
  let most = 0
  await runBatch(
    items,
    async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise(resolve => setTimeout(resolve, 1))
      running -= 1
    },
    { concurrency: 3 },
  )
  expect(most).toBe(3)
})

it('runBatch returns the finished and the failed items', async () => {
  const outcome = await runBatch(items, async item => {
    if (item % 3 === 0) throw new Error(`no ${item}`)
  })
  expect(outcome.done.sort()).toEqual([1, 2, 4, 5, 7, 8])
  expect(outcome.failed.map(({ item, error }) => [item, String(error)]).sort()).toEqual([
    [0, 'Error: no 0'],
    [3, 'Error: no 3'],
    [6, 'Error: no 6'],
    [9, 'Error: no 9'],
  ])
})

it('runBatch reports the number of finished items and starts no further item after an abort', async () => {
  const stop = new AbortController()
  const counts: number[] = []
  const report = (count: number) => {
    counts.push(count)
    if (count === 4) stop.abort()
  }
  const outcome = await runBatch(items, async () => {}, { concurrency: 1, report, signal: stop.signal })
  expect(outcome.done).toEqual([0, 1, 2, 3])
  expect(counts).toEqual([1, 2, 3, 4])
})

it('runBatch returns an empty outcome for an empty list', async () => {
  expect(await runBatch([], () => Promise.reject(new Error('never called')))).toEqual({ done: [], failed: [] })
})
