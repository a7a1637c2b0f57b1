import { expect, test } from 'vitest'
import { systemThread, workOfThread } from './systemThread.ts'

test.runIf(process.platform === 'linux')('returns the CPU time of a thread', () => {
  const thread = systemThread()
  const before = workOfThread(thread) ?? Number.NaN
  let rounds = 0
  while ((workOfThread(thread) ?? 0) < before + 20) rounds += 1
  expect(rounds).toBeGreaterThan(0)
})

test('returns undefined for a thread that does not exist', () => {
  expect(workOfThread(0)).toBeUndefined()
})
