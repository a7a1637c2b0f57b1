import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface ProbeRequest {
  method: string
  path: string
  /** JSON text. */
  body?: string
}

export interface ProbeStart {
  port: number
  /** Sent in turn, again and again. */
  requests: readonly ProbeRequest[]
  /** Milliseconds from one request to the next, whether or not it has been answered: a server that stalls delays many. */
  intervalMs: number
}

export interface ProbeSample {
  milliseconds: number
  /** 0 for a broken connection. */
  status: number
}

export interface ProbeResult {
  /** How many requests were sent. */
  count: number
  /** Statuses other than 200; 0 for a broken connection. */
  failures: number[]
  /** Milliseconds that 99 of 100 requests do not exceed. */
  p99: number
  max: number
}

/**
 * Starts a client that sends requests until it is stopped. It runs in a thread of its own, so that what the test does in the meantime
 * does not count as the server's time.
 */
export function startProbe(start: ProbeStart): { stop: () => Promise<ProbeResult> } {
  const worker = new Worker(new URL('./probeWorker.ts', import.meta.url), { workerData: start })
  return {
    stop: async () => {
      worker.postMessage('stop')
      const [samples] = (await once(worker, 'message')) as [ProbeSample[]]
      const times = samples.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
      return {
        count: times.length,
        failures: samples.map(({ status }) => status).filter(status => status !== 200),
        p99: times[Math.ceil(times.length * 0.99) - 1] ?? 0,
        max: times.at(-1) ?? 0,
      }
    },
  }
}
