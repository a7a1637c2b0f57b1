import { setTimeout as wait } from 'node:timers/promises'
import { recordsPath } from '../lines/requests.ts'

/** The responses to scans: their number by status, and their times. */
export interface Scans {
  /** Number of responses by status; 0 is a request without one. */
  statuses: ReadonlyMap<number, number>
  /** Seconds of each response with status 200. */
  seconds: readonly number[]
}

/** Milliseconds to wait for a response. */
const responseTimeoutMs = 120_000

let scans = 0

/** A unique filter that no index supports: it scans all texts and matches nothing. */
function scanUrl(url: string, collection: string): string {
  scans += 1
  return `${url}${recordsPath(collection)}?${new URLSearchParams({ filter: `body ~ 'nowhere${scans}'` })}`
}

async function askOnce(url: string, collection: string): Promise<{ status: number; pause: number }> {
  try {
    const response = await fetch(scanUrl(url, collection), { signal: AbortSignal.timeout(responseTimeoutMs) })
    await response.arrayBuffer()
    return { status: response.status, pause: Number(response.headers.get('retry-after') ?? 0) * 1000 }
  } catch {
    return { status: 0, pause: 1000 }
  }
}

/** Keeps a number of scans of a collection running until stopped, which waits for the last ones; a rejected scan is retried as the server asks. */
export function scanOverAndOver(url: string, collection: string, count: number): { stop: () => Promise<Scans> } {
  const statuses = new Map<number, number>()
  const seconds: number[] = []
  let isEnding = false
  const scan = async (): Promise<void> => {
    while (!isEnding) {
      const started = performance.now()
      const { status, pause } = await askOnce(url, collection)
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
