import { expect, test } from 'vitest'
import { withTimeout } from './withTimeout.ts'

/** A call that ends only when it is given up. */
const endless = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))

test('a call that takes too long fails with a sentence', async () => {
  await expect(withTimeout(endless, 1, 'Too slow.')).rejects.toThrow('Too slow.')
})

test('a call that is given up by its caller fails as it does by itself', async () => {
  const controller = new AbortController()
  const outcome = withTimeout(endless, 60_000, 'Too slow.', controller.signal)
  controller.abort()
  await expect(outcome).rejects.toThrow('aborted')
})

test('what comes in time is answered, and so is a failure', async () => {
  expect(await withTimeout(async () => 5, 60_000, 'Too slow.')).toBe(5)
  const failing = async () => {
    throw new Error('refused')
  }
  await expect(withTimeout(failing, 60_000, 'Too slow.')).rejects.toThrow('refused')
})
