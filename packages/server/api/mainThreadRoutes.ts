import type { Endpoint } from './contract.ts'

type MainThreadRoute = Pick<Endpoint, 'path' | 'operation'> & { method: 'GET' }

/** The event stream. The main thread handles it without an endpoint. */
export const eventStreamRoute: MainThreadRoute = {
  method: 'GET',
  path: '/realtime',
  operation: { id: 'openEventStream', summary: 'Open an event stream', returns: { contentType: 'text/event-stream' } },
}

/** The metrics, which exist only if the server has a metrics token. */
export const metricsRoute: MainThreadRoute = {
  method: 'GET',
  path: '/metrics',
  operation: {
    id: 'readMetrics',
    summary: 'Read the metrics in the format of Prometheus',
    takesMetricsToken: true,
    returns: { contentType: 'text/plain' },
    errors: [401, 404],
  },
}
