import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { LogMaintenance } from './LogMaintenance.ts'

const minuteMs = 60_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Starts a maintenance, and returns the minutes at which it has run so far. */
function start(runStep: () => Promise<boolean>, isNeeded = false) {
  const minutes: number[] = []
  const started = performance.now()
  const step = () => {
    minutes.push(Math.round((performance.now() - started) / minuteMs))
    return runStep()
  }
  const maintenance = new LogMaintenance(step, async () => isNeeded)
  onTestFinished(() => maintenance.close())
  maintenance.run()
  return { minutes, maintenance }
}

const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * minuteMs)

test('failed maintenance is tried again after a minute, then with growing pauses, at least every hour', async () => {
  const { minutes } = start(() => Promise.reject(new Error('The disk is broken.')))
  await pass(59)
  expect(minutes).toEqual([0, 1, 3, 7, 15, 31])
  const [printed] = vi.mocked(console.error).mock.calls.map(values => values.join(' '))
  expect(printed).toMatch(/^Error: the maintenance of the log failed\. The next attempt is in 1 min\. .*The disk is broken\./s)
  await pass(120)
  const gaps = minutes.map((minute, index) => minute - (minutes[index - 1] ?? 0))
  expect(Math.max(...gaps)).toBeLessThanOrEqual(60)
})

test('the pauses after failures also count while data needs the space of the log, and while the log is full', async () => {
  const { minutes, maintenance } = start(() => Promise.reject(new Error('The disk is broken.')), true)
  await pass(2)
  maintenance.runUnlessFailed()
  await pass(3)
  expect(minutes).toEqual([0, 1, 3])
})

test('the first pause after a success is a minute again, and no attempt follows after the end', async () => {
  let isBroken = true
  const { minutes, maintenance } = start(async () => {
    if (isBroken) throw new Error('The disk is broken.')
    return false
  })
  await pass(4)
  expect(minutes).toEqual([0, 1, 3])
  isBroken = false
  await pass(4)
  expect(minutes).toEqual([0, 1, 3, 7])
  isBroken = true
  maintenance.run()
  await pass(1.5)
  expect(minutes).toEqual([0, 1, 3, 7, 8, 9])
  await maintenance.close()
  await pass(300)
  expect(minutes).toHaveLength(6)
})
