import { percentile } from '../harness/percentile.ts'

const readers = 4

/** What reads were like while something else went on. */
export interface Reads {
  count: number
  /** Milliseconds below which 99 of 100 were answered, and those of the slowest. */
  p99: number
  slowest: number
  failures: number
}

/** Reads over and over, each time another path, until told to stop. */
export const readBeside = (url: string, path: (turn: number) => string): { stop: () => Promise<Reads> } => {
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
