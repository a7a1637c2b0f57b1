import type { CallReport } from '../../../queries/code.ts'

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** Returns a number with a noun, such as `1 call` and `2 calls`. */
export function countText(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${number.format(count)} ${noun}s`
}

/** Returns how often something was called since the server started, and how long that took. */
export function callsText({ calls, p50, p99 }: CallReport, noun = 'call'): string {
  if (calls === 0) return `No ${noun} since the server started`
  return `${countText(calls, noun)}, p50 ${number.format(p50)} ms, p99 ${number.format(p99)} ms`
}
