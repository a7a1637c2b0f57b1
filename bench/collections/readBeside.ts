import { percentile } from '../harness/percentile.ts'

const readers = 4

/** Response times of reads during another operation. */
export interface Reads {
  count: number
  /** The 99th percentile and the maximum in milliseconds. */
  p99: number
  slowest: number
  failures: number
}

/** Reads the paths in a cycle until stopped. */
export function readBeside(url: string, path: (turn: number) => string): { stop: () => Promise<Reads> } {
  const times: number[] = []
  let failures = 0
  let turn = 0
  let isEnding = false
  const read = async (): Promise<void> => {
    while (!isEnding) {
      turn += 1
      const started = performance.now()
      const response = await fetch(`${url}${path(turn)}`).catch(() => undefined)
      await response?.arrayBuffer()
      times.push(performance.now() - started)
      if (!response?.ok) failures += 1
    }
  }
  const running = Array.from({ length: readers }, read)
  return {
    stop: async () => {
      isEnding = true
      await Promise.all(running)
      return { count: times.length, p99: percentile(times, 99), slowest: Math.max(0, ...times), failures }
    },
  }
}
