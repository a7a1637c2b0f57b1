import { expect } from 'vitest'

/** Milliseconds until an expectation of the page fails, enough for a busy machine. */
export const patience = 20_000

/** Retries an expectation until it holds: `await eventually(() => page.title()).toBe('Posts')`. */
export const eventually = <Value>(read: () => Value | Promise<Value>) => expect.poll(read, { timeout: patience, interval: 40 })
