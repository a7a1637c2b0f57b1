import { expect } from 'vitest'

/** Time limit for an action or expectation of the page, long enough for a busy machine. */
export const pageTimeoutMs = 20_000

/** Retries an expectation until it holds: `await eventually(() => page.title()).toBe('Posts')`. */
export function eventually<Value>(read: () => Value | Promise<Value>) {
  return expect.poll(read, { timeout: pageTimeoutMs, interval: 40 })
}
