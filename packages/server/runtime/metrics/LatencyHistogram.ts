import { Histogram, type Registry } from 'prom-client'
import { latencyBounds, type RequestCounters } from './RequestCounters.ts'

const name = 'coffer_http_request_duration_seconds'
const help = 'Time from the request to its response, by route.'

/**
 * The latency histogram, read from the request counters when it is collected. Observing each request with prom-client would take
 * longer than the rest of a cached response, because it looks the labels up as text.
 */
export class LatencyHistogram extends Histogram {
  readonly #requests: RequestCounters

  constructor(requests: RequestCounters, registry: Registry) {
    super({ name, help, registers: [registry] })
    this.#requests = requests
  }

  /** Called by the registry, and by `get`. */
  async getForPromString() {
    const values = this.#requests.requested.flatMap(({ method, path, buckets, milliseconds }) => {
      const labels = { method, route: path }
      let total = 0
      const counts = Array.from(buckets, (count, index) => {
        total += count
        return { metricName: `${name}_bucket`, labels: { ...labels, le: latencyBounds[index] ?? '+Inf' }, value: total }
      })
      return [
        ...counts,
        { metricName: `${name}_sum`, labels, value: milliseconds / 1000 },
        { metricName: `${name}_count`, labels, value: total },
      ]
    })
    return { name, help, type: 'histogram', aggregator: 'sum', values }
  }
}
