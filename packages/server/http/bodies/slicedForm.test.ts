import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { slicedForm } from './slicedForm.ts'

test('many forms at once let other work have its turn as often as one form does', async () => {
  // Each look at the clock takes a millisecond, so a turn of three milliseconds has at most three slices.
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++now)
  onTestFinished(() => clock.mockRestore())
  const slicesInTurns: number[] = []
  let slices = 0
  const forms = Array.from({ length: 20 }, () => slicedForm())
  const ended = forms.map(
    form =>
      new Promise(resolve => {
        form.on('data', () => void slices++).on('end', resolve)
      }),
  )
  for (const form of forms) form.end(Buffer.alloc(64 * 1024))
  let isOver = false
  const all = Promise.all(ended).then(() => {
    isOver = true
  })
  while (!isOver) {
    await nextTurn()
    slicesInTurns.push(slices)
    slices = 0
  }
  await all
  expect(slicesInTurns.reduce((sum, count) => sum + count)).toBe(20 * 16)
  expect(Math.max(...slicesInTurns)).toBeLessThanOrEqual(3)
})
