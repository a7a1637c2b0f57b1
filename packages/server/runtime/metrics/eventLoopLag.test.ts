import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { takeEventLoopLag } from './eventLoopLag.ts'

test('the lag of the event loop contains the time for which code has blocked it', async () => {
  takeEventLoopLag()
  await wait(100)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
  await wait(100)
  expect(takeEventLoopLag()).toBeGreaterThan(0.2)
})
