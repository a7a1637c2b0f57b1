import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { LatencyHistogram } from './LatencyHistogram.ts'
import { type RequestCounters, statusesOf } from './RequestCounters.ts'
import type { ThreadLoad, ThreadMeasures } from './ThreadLoad.ts'

/** What the metrics are read from when they are collected. */
export interface MetricSources {
  /** The node, if the server is one of several. */
  node?: { name: string; version: string }
  requests: RequestCounters
  threads: () => readonly ThreadLoad[]
  /** What the threads measure themselves. */
  measures: () => Promise<(ThreadMeasures & { name: string })[]>
  /** Number of reads that wait for a thread. */
  waitingReads: () => number
  /** Size in bytes by cache. */
  cacheBytes: () => Record<string, number>
  /** Number of open event streams. */
  realtimeClients: () => number
  /** Number of mails that have not been sent yet. */
  waitingMails: () => number
  /** Size in bytes of a database on a server; undefined if it consists of files. */
  databaseBytes: () => Promise<number | undefined>
  /** Size in bytes by database file. */
  fileBytes: () => Promise<Record<string, number>>
  /** Age of the newest backup in seconds; undefined if there is none. */
  backupAge: () => Promise<number | undefined>
}

function addNode(registry: Registry, node: NonNullable<MetricSources['node']>): void {
  new Gauge({
    name: 'coffer_node_info',
    help: 'Name and version of the node; always 1. Absent if the server is the only one of its database.',
    labelNames: ['name', 'version'],
    registers: [registry],
  }).set(node, 1)
}

function addRequests(registry: Registry, requests: RequestCounters): void {
  new Counter({
    name: 'coffer_http_requests_total',
    help: 'Responses by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect() {
      this.reset()
      for (const route of requests.requested) {
        for (const { status, count } of statusesOf(route)) this.inc({ method: route.method, route: route.path, status }, count)
      }
    },
  })
  new LatencyHistogram(requests, registry)
}

function addThreads(registry: Registry, threads: MetricSources['threads']): void {
  new Gauge({
    name: 'coffer_thread_tasks',
    help: 'Unfinished tasks by thread; those of the writer are its queue.',
    labelNames: ['thread'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { name, tasks } of threads()) this.set({ thread: name }, tasks)
    },
  })
  new Counter({
    name: 'coffer_thread_active_seconds_total',
    help: 'Time in which a thread was busy. Its rate is the load of the thread, from 0 to 1.',
    labelNames: ['thread'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { name, activeMs } of threads()) this.inc({ thread: name }, activeMs / 1000)
    },
  })
}

function addMeasures(registry: Registry, measures: MetricSources['measures']): void {
  new Gauge({
    name: 'coffer_thread_eventloop_lag_p99_seconds',
    help: 'Delay of the event loop by thread, 99th percentile since the previous request for metrics.',
    labelNames: ['thread'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { name, eventLoopLag } of await measures()) this.set({ thread: name }, eventLoopLag)
    },
  })
  new Gauge({
    name: 'coffer_database_connections',
    help: 'Open connections to PostgreSQL by thread, pool and state.',
    labelNames: ['thread', 'pool', 'state'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { name, pools } of await measures()) {
        for (const { pool, active, idle } of pools) {
          this.set({ thread: name, pool, state: 'active' }, active)
          this.set({ thread: name, pool, state: 'idle' }, idle)
        }
      }
    },
  })
  new Gauge({
    name: 'coffer_database_waiting',
    help: 'Reads or transactions that wait for a connection to PostgreSQL, by thread and pool.',
    labelNames: ['thread', 'pool'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { name, pools } of await measures())
        for (const { pool, waiting } of pools) this.set({ thread: name, pool }, waiting)
    },
  })
}

type Read = () => number | undefined | Promise<number | undefined>

function addGauge(registry: Registry, name: string, help: string, read: Read): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await read()
      if (value === undefined) this.remove()
      else this.set(value)
    },
  })
}

function addSizes(
  registry: Registry,
  { name, help, label }: { name: string; help: string; label: string },
  read: () => Record<string, number> | Promise<Record<string, number>>,
): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      this.reset()
      for (const [key, bytes] of Object.entries(await read())) this.set({ [label]: key }, bytes)
    },
  })
}

/** Creates the metrics of a site, together with those of the Node process, such as its memory and the lag of the main thread. */
export function createRegistry(sources: MetricSources): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  if (sources.node) addNode(registry, sources.node)
  addRequests(registry, sources.requests)
  addThreads(registry, sources.threads)
  addMeasures(registry, sources.measures)
  addGauge(registry, 'coffer_waiting_reads', 'Reads that wait for a reader thread.', sources.waitingReads)
  addSizes(
    registry,
    { name: 'coffer_cache_bytes', help: 'Size of the caches of the main thread.', label: 'cache' },
    sources.cacheBytes,
  )
  addGauge(registry, 'coffer_database_bytes', 'Size of the database on PostgreSQL; absent on SQLite.', sources.databaseBytes)
  addSizes(registry, { name: 'coffer_file_bytes', help: 'Size of the database files.', label: 'file' }, sources.fileBytes)
  addGauge(registry, 'coffer_realtime_clients', 'Open event streams.', sources.realtimeClients)
  addGauge(registry, 'coffer_waiting_mails', 'Mails that have not been sent yet.', sources.waitingMails)
  addGauge(registry, 'coffer_backup_age_seconds', 'Age of the newest backup; absent if there is none.', sources.backupAge)
  return registry
}
