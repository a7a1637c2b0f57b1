import { expect, test } from 'vitest'
import { systemThread, workOfThread } from './systemThread.ts'

test.runIf(process.platform === 'linux')('the system says how long a thread has worked', () => {
  const thread = systemThread()
  const before = workOfThread(thread) ?? Number.NaN
  let rounds = 0
  while ((workOfThread(thread) ?? 0) < before + 20) rounds += 1
  expect(rounds).toBeGreaterThan(0)
})

test('of a thread that is not there nobody knows', () => {
  expect(workOfThread(0)).toBeUndefined()
})
