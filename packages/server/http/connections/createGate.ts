import { setTimeout as wait } from 'node:timers/promises'
import type { HttpApp } from '../app.ts'
import { isCanceled } from './httpMessages.ts'

/** Milliseconds that requests in progress have before the database connections that serve them are closed. */
export const requestGraceMs = 3_000

export interface Gate {
  enter: HttpApp
  /** Resolves once the gate is open. */
  opened: () => Promise<void>
  /** Resolves when no request is in progress, including requests of disconnected clients, or after the timeout. */
  drained: (timeoutMs: number) => Promise<void>
  /** Does work while the gate is closed. */
  whileClosed: (work: () => Promise<void>) => Promise<void>
}

/**
 * Tracks the requests in progress. While the gate is closed, for example to replace the database, new requests wait. A waiting
 * request whose client disconnects is dropped.
 */
export function createGate(handle: HttpApp): Gate {
  let closed: Promise<void> | undefined
  const inProgress = new Set<Promise<unknown>>()
  const pass: HttpApp = (incoming, outgoing) => {
    if (isCanceled(outgoing)) return undefined
    const handling = handle(incoming, outgoing)
    if (!handling) return undefined
    inProgress.add(handling)
    const forget = () => inProgress.delete(handling)
    handling.then(forget, forget)
    return handling
  }
  const drained = async (timeoutMs: number): Promise<void> => {
    const timer = new AbortController()
    const timeout = wait(timeoutMs, undefined, { signal: timer.signal }).catch(() => undefined)
    await Promise.race([Promise.allSettled(inProgress), timeout])
    timer.abort()
  }
  return {
    enter: (incoming, outgoing) => (closed ? closed.then(() => pass(incoming, outgoing)) : pass(incoming, outgoing)),
    opened: async () => closed,
    drained,
    whileClosed: async work => {
      const { promise, resolve } = Promise.withResolvers<void>()
      closed = promise
      try {
        await drained(requestGraceMs)
        await work()
      } finally {
        closed = undefined
        resolve()
      }
    },
  }
}
