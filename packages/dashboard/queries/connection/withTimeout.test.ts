import { expect, test } from 'vitest'
import { withTimeout } from './withTimeout.ts'

/** A call that settles only when it is aborted. */
const endless = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))

test('withTimeout fails with the given message when the call takes too long', async () => {
  await expect(withTimeout(endless, 1, 'Too slow.')).rejects.toThrow('Too slow.')
})

test("withTimeout passes on the call's error when the caller aborts it", async () => {
  const controller = new AbortController()
  const outcome = withTimeout(endless, 60_000, 'Too slow.', controller.signal)
  controller.abort()
  await expect(outcome).rejects.toThrow('aborted')
})

test('withTimeout passes on the result or error of a call that settles in time', async () => {
  expect(await withTimeout(async () => 5, 60_000, 'Too slow.')).toBe(5)
  const failing = async () => {
    throw new Error('refused')
  }
  await expect(withTimeout(failing, 60_000, 'Too slow.')).rejects.toThrow('refused')
})
