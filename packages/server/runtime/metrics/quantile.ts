import { latencyBounds } from './RequestCounters.ts'

/** Estimates a quantile of the latencies in milliseconds, by interpolation within its bucket; 0 without any. */
export function quantile(buckets: Float64Array, share: number): number {
  const total = buckets.reduce((sum, count) => sum + count, 0)
  let before = 0
  for (const [index, count] of buckets.entries()) {
    if (count > 0 && before + count >= total * share) {
      const lower = (latencyBounds[index - 1] ?? 0) * 1000
      const upper = (latencyBounds[index] ?? lower / 1000) * 1000
      return lower + (upper - lower) * ((total * share - before) / count)
    }
    before += count
  }
  return 0
}
