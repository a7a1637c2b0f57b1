import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Registry } from 'prom-client'
import { productVersion } from '../config/config.ts'
import type { Storage } from '../files/storage/Storage.ts'
import type { MailQueue } from '../mail/MailQueue.ts'
import type { RealtimeHub } from '../realtime/RealtimeHub.ts'
import { createRegistry } from '../runtime/metrics/createRegistry.ts'
import type { RequestCounters } from '../runtime/metrics/RequestCounters.ts'
import type { Threads } from '../threads/Threads.ts'

interface MeasuredServices {
  dataDir: string
  /** The name of this node, if the server is one of several. */
  node?: string | undefined
  threads: Pick<Threads, 'load' | 'measure' | 'writer'>
  requests: RequestCounters
  realtime: Pick<RealtimeHub, 'clientCount'>
  mails: Pick<MailQueue, 'size'>
  backupStorage: () => Storage
}

const databaseFiles = ['data.db', 'data.db-wal', 'logs.db', 'logs.db-wal']

/** Milliseconds for which the list of backups is reused, because S3 charges for each request. */
const backupListTtlMs = 5 * 60_000

/** Milliseconds for which the size of a PostgreSQL database is reused, because PostgreSQL looks at each of its files. */
const databaseSizeTtlMs = 60_000
/** Milliseconds for which the measures of the threads are reused, so that all series of a response share them. */
const measuresTtlMs = 500

/** Returns the sizes of the database files that exist. A database on PostgreSQL has none. */
async function fileSizes(dataDir: string): Promise<Record<string, number>> {
  const sizes = await Promise.all(
    databaseFiles.map(async name => [name, (await stat(join(dataDir, name)).catch(() => undefined))?.size] as const),
  )
  return Object.fromEntries(sizes.filter((entry): entry is [string, number] => entry[1] !== undefined))
}

/** Returns a function that reuses a loaded value for some time. */
function cachedFor<T>(ttlMs: number, load: () => Promise<T>): () => Promise<T> {
  let known: { at: number; value: Promise<T> } | undefined
  return () => {
    if (known === undefined || performance.now() - known.at > ttlMs) known = { at: performance.now(), value: load() }
    return known.value
  }
}

/** Returns the time of the newest backup in milliseconds since 1970; undefined if there is none. */
async function newestBackup(storage: () => Storage): Promise<number | undefined> {
  const list = async () => storage().list()
  const files = await list().catch(() => [])
  return files.length === 0 ? undefined : Math.max(...files.map(({ modified }) => modified.getTime()))
}

/** Creates the registry of the metrics. It is loaded only if they are on. */
export function openMetrics(services: MeasuredServices): Registry {
  const { dataDir, node, threads, requests, realtime, mails, backupStorage } = services
  const newest = cachedFor(backupListTtlMs, () => newestBackup(backupStorage))
  return createRegistry({
    ...(node !== undefined && { node: { name: node, version: productVersion() } }),
    requests,
    threads: () => threads.load().threads,
    waitingReads: () => threads.load().waitingReads,
    cacheBytes: () => threads.load().cacheBytes,
    realtimeClients: () => realtime.clientCount,
    waitingMails: () => mails.size,
    measures: cachedFor(measuresTtlMs, threads.measure),
    databaseBytes: cachedFor(databaseSizeTtlMs, () => threads.writer.database.size().catch(() => undefined)),
    fileBytes: () => fileSizes(dataDir),
    backupAge: async () => {
      const time = await newest()
      return time === undefined ? undefined : (Date.now() - time) / 1000
    },
  })
}
