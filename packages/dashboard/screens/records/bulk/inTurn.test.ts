import { expect, it } from 'vitest'
import { inTurn } from './inTurn.ts'

const items = Array.from({ length: 10 }, (_, index) => index)

it('runs no more at once than told', async () => {
  let running = 0
  let most = 0
  await inTurn(
    items,
    async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise(resolve => setTimeout(resolve, 1))
      running -= 1
    },
    { atOnce: 3 },
  )
  expect(most).toBe(3)
})

it('tells what was done and what failed', async () => {
  const outcome = await inTurn(items, async item => {
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

it('tells how many are through, and begins no other once it is stopped', async () => {
  const stop = new AbortController()
  const counts: number[] = []
  const report = (count: number) => {
    counts.push(count)
    if (count === 4) stop.abort()
  }
  const outcome = await inTurn(items, async () => {}, { atOnce: 1, report, signal: stop.signal })
  expect(outcome.done).toEqual([0, 1, 2, 3])
  expect(counts).toEqual([1, 2, 3, 4])
})

it('does nothing with nothing', async () => {
  expect(await inTurn([], () => Promise.reject(new Error('never called')))).toEqual({ done: [], failed: [] })
})
