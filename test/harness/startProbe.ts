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
  /** Sent in a cycle. */
  requests: readonly ProbeRequest[]
  /** Milliseconds between requests, whether or not the previous one has a response, so that a stalled server delays many. */
  intervalMs: number
}

export interface ProbeSample {
  milliseconds: number
  /** 0 for a broken connection. */
  status: number
}

export interface ProbeResult {
  /** Number of requests sent. */
  count: number
  /** Statuses other than 200; 0 for a broken connection. */
  failures: number[]
  /** 99th percentile of the response times, in milliseconds. */
  p99: number
  max: number
}

/**
 * Starts a client that sends requests until it is stopped. It runs in its own thread, so that work of the test does not count as
 * response time of the server.
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
