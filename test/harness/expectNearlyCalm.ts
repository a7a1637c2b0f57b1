import { expect } from 'vitest'

/** Milliseconds of the same requests, for example of half of them. */
export interface Compared {
  /** During the fault or the attack. */
  ms: number
  /** Directly before. */
  calmMs: number
  /** A time that is short enough in any case. */
  minMs: number
  /** Measures them again, after the fault. */
  measure: () => Promise<number>
}

const maxSlowdown = 10

/**
 * Asserts that requests take at most ten times as long beside a fault or an attack as without, because both share the processors. Other
 * load of the machine can begin between the two measurements, so a slow result is compared with a third one that is taken afterwards.
 */
export async function expectNearlyCalm(what: string, { ms, calmMs, minMs, measure }: Compared): Promise<void> {
  const boundOf = (calm: number) => Math.max(minMs, maxSlowdown * calm)
  if (ms < boundOf(calmMs)) return
  expect(ms, what).toBeLessThan(boundOf(await measure()))
}
