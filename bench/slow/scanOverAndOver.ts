import { setTimeout as wait } from 'node:timers/promises'
import { recordsPath } from '../lines/requests.ts'

/** What scans were answered: how often with which status, and how long that took. */
export interface Scans {
  /** Answers by status; 0 is a request that got none. */
  statuses: ReadonlyMap<number, number>
  /** Seconds of each answer with a status of 200. */
  seconds: readonly number[]
}

/** Milliseconds that an answer is waited for. */
const patience = 120_000

let scans = 0

/** A filter that no index helps with, never the same twice: it looks at all texts and finds nothing. */
const scanUrl = (url: string): string => {
  scans += 1
  return `${url}${recordsPath('big')}?${new URLSearchParams({ filter: `body ~ 'nowhere${scans}'` })}`
}

const askOnce = async (url: string): Promise<{ status: number; pause: number }> => {
  try {
    const response = await fetch(scanUrl(url), { signal: AbortSignal.timeout(patience) })
    await response.arrayBuffer()
    return { status: response.status, pause: Number(response.headers.get('retry-after') ?? 0) * 1000 }
  } catch {
    return { status: 0, pause: 1000 }
  }
}

/** Keeps so many scans running at once until told to stop, which lets the last ones end; who is told to come back later does. */
export const scanOverAndOver = (url: string, count: number): { stop: () => Promise<Scans> } => {
  const statuses = new Map<number, number>()
  const seconds: number[] = []
  let isEnding = false
  const scan = async (): Promise<void> => {
    while (!isEnding) {
      const started = performance.now()
      const { status, pause } = await askOnce(url)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 200) seconds.push((performance.now() - started) / 1000)
      if (!isEnding) await wait(pause)
    }
  }
  const running = Array.from({ length: count }, scan)
  return {
    stop: async () => {
      isEnding = true
      await Promise.all(running)
      return { statuses, seconds }
    },
  }
}
