import { afterEach, expect, test, vi } from 'vitest'
import { WriteGate } from './WriteGate.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Returns a gate, and the number of its recovery attempts after some seconds. All of them fail. */
function openGate() {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let attempts = 0
  const gate = new WriteGate({
    name: 'test.db',
    recover: async () => {
      attempts += 1
      throw new Error('The disk is gone.')
    },
  })
  const attemptsAfter = async (seconds: number) => {
    await vi.advanceTimersByTimeAsync(seconds * 1000)
    return attempts
  }
  return { gate, attemptsAfter }
}

test('a gate that a failed sync closes attempts a recovery every second, until it is stopped', async () => {
  const { gate, attemptsAfter } = openGate()
  gate.close(new Error('The sync failed.'))
  expect(await attemptsAfter(3)).toBe(3)
  await gate.stop()
  expect(await attemptsAfter(10)).toBe(3)
  expect(gate.isClosed).toBe(true)
})

test('a sync that fails after the stop closes the gate without a recovery attempt', async () => {
  const { gate, attemptsAfter } = openGate()
  await gate.stop()
  gate.close(new Error('The sync failed.'))
  expect(await attemptsAfter(10)).toBe(0)
  expect(gate.isClosed).toBe(true)
})
