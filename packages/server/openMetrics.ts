import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Registry } from 'prom-client'
import type { Storage } from './files/storage/Storage.ts'
import type { MailQueue } from './mail/MailQueue.ts'
import { createRegistry } from './metrics/createRegistry.ts'
import type { RequestCounters } from './metrics/RequestCounters.ts'
import type { RealtimeHub } from './realtime/RealtimeHub.ts'
import type { Dispatcher } from './threads/dispatchers/Dispatcher.ts'

interface MeasuredServices {
  dataDir: string
  dispatcher: Pick<Dispatcher, 'load'>
  requests: RequestCounters
  realtime: Pick<RealtimeHub, 'clientCount'>
  mails: Pick<MailQueue, 'size'>
  backupStorage: () => Storage
}

const databaseFiles = ['data.db', 'data.db-wal', 'logs.db', 'logs.db-wal']

/** Milliseconds for which the list of backups is reused, because S3 charges for each request. */
const backupListTtlMs = 5 * 60_000

const fileSizes = async (dataDir: string): Promise<Record<string, number>> => {
  const sizes = await Promise.all(
    databaseFiles.map(async name => [name, (await stat(join(dataDir, name)).catch(() => undefined))?.size ?? 0] as const),
  )
  return Object.fromEntries(sizes)
}

/** Returns a function that returns the time of the newest backup in milliseconds since 1970; undefined if there is none. */
const newestBackup = (storage: () => Storage): (() => Promise<number | undefined>) => {
  let known: { at: number; newest: Promise<number | undefined> } | undefined
  const load = async () => {
    const files = await storage()
      .list()
      .catch(() => [])
    return files.length === 0 ? undefined : Math.max(...files.map(({ modified }) => modified.getTime()))
  }
  return () => {
    if (known === undefined || performance.now() - known.at > backupListTtlMs) known = { at: performance.now(), newest: load() }
    return known.newest
  }
}

/** Creates the registry of the metrics. It is loaded only if they are on. */
export const openMetrics = (services: MeasuredServices): Registry => {
  const { dataDir, dispatcher, requests, realtime, mails, backupStorage } = services
  const newest = newestBackup(backupStorage)
  return createRegistry({
    requests,
    threads: () => dispatcher.load().threads,
    waitingReads: () => dispatcher.load().waitingReads,
    cacheBytes: () => dispatcher.load().cacheBytes,
    realtimeClients: () => realtime.clientCount,
    waitingMails: () => mails.size,
    fileBytes: () => fileSizes(dataDir),
    backupAge: async () => {
      const time = await newest()
      return time === undefined ? undefined : (Date.now() - time) / 1000
    },
  })
}
