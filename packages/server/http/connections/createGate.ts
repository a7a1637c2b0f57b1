import { setTimeout as wait } from 'node:timers/promises'
import type { HttpApp } from '../app.ts'

/** Milliseconds that requests under way have before what answers them is closed. */
export const patience = 3_000

export interface Gate {
  enter: HttpApp
  /** Settles when the data is not being exchanged. */
  opened: () => Promise<void>
  /** Settles when all requests are answered, also those whose clients have left, or after so many milliseconds. */
  answered: (longest: number) => Promise<void>
  /** Does work while requests wait outside. */
  whileClosed: (work: () => Promise<void>) => Promise<void>
}

/**
 * Counts requests until they are answered, and makes those that come meanwhile wait while the data is exchanged. One whose client has
 * left by then is dropped.
 */
export const createGate = (answer: HttpApp): Gate => {
  let closed: Promise<void> | undefined
  const underWay = new Set<Promise<unknown>>()
  const pass: HttpApp = (incoming, outgoing) => {
    if (outgoing.destroyed) return
    const answering = answer(incoming, outgoing)
    if (!answering) return
    underWay.add(answering)
    const forget = () => underWay.delete(answering)
    answering.then(forget, forget)
  }
  const answered = async (longest: number): Promise<void> => {
    const timer = new AbortController()
    const late = wait(longest, undefined, { signal: timer.signal }).catch(() => undefined)
    await Promise.race([Promise.allSettled(underWay), late])
    timer.abort()
  }
  return {
    enter: (incoming, outgoing) => (closed ? closed.then(() => pass(incoming, outgoing)) : pass(incoming, outgoing)),
    opened: async () => closed,
    answered,
    whileClosed: async work => {
      const { promise, resolve } = Promise.withResolvers<void>()
      closed = promise
      try {
        await answered(patience)
        await work()
      } finally {
        closed = undefined
        resolve()
      }
    },
  }
}
