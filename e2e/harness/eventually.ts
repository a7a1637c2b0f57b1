import { expect } from 'vitest'

/** Milliseconds that the page may take to show what is expected, on a busy machine too. */
export const patience = 20_000

/** An expectation of what a page comes to show: `await eventually(() => page.title()).toBe('Posts')`. */
export const eventually = <Value>(read: () => Value | Promise<Value>) => expect.poll(read, { timeout: patience, interval: 40 })
