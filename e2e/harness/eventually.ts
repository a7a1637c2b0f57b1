import { expect } from 'vitest'

/** Time limit for an action or expectation of the page, long enough for a busy machine. */
export const pageTimeoutMs = 20_000

/** Retries an expectation until it holds: `await eventually(() => page.title()).toBe('Posts')`. */
export const eventually = <Value>(read: () => Value | Promise<Value>) =>
  expect.poll(read, { timeout: pageTimeoutMs, interval: 40 })
