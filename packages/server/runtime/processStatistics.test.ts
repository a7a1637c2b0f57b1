import { expect, test } from 'vitest'
import { cpuTimeOfThread, currentThreadId, memoryOfProcess } from './processStatistics.ts'

test.runIf(process.platform === 'linux')('returns the CPU time of a thread', () => {
  const thread = currentThreadId()
  const before = cpuTimeOfThread(thread) ?? Number.NaN
  let rounds = 0
  while ((cpuTimeOfThread(thread) ?? 0) < before + 20) rounds += 1
  expect(rounds).toBeGreaterThan(0)
})

test('the CPU time of a thread that does not exist is undefined', () => {
  expect(cpuTimeOfThread(0)).toBeUndefined()
})

test.runIf(process.platform === 'linux')('returns the memory of a process without the program', () => {
  const before = memoryOfProcess(process.pid)
  expect(before).toBeLessThan(process.memoryUsage.rss())
  const filled = Buffer.alloc(200_000_000, 1)
  expect((memoryOfProcess(process.pid) - before) / filled.length).toBeCloseTo(1, 0)
})

test('the memory of a process that does not exist is 0', () => {
  expect(memoryOfProcess(undefined)).toBe(0)
})
