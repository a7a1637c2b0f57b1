import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BackupLock } from './backups/BackupLock.ts'
import type { BackupOutcomes } from './backups/BackupOutcomes.ts'
import { Backups } from './backups/Backups.ts'
import { eachMinute } from './backups/eachMinute.ts'
import type { Config } from './config/config.ts'
import { backupsFolder } from './config/reservedNames.ts'
import { Doctor } from './doctor/Doctor.ts'
import { EffectQueue } from './effects/EffectQueue.ts'
import { ExpiredUndoEntries } from './effects/ExpiredUndoEntries.ts'
import { RecordedRemovals } from './effects/RecordedRemovals.ts'
import { messageOf } from './errors/inspectError.ts'
import { cachedStorage } from './files/storage/cachedStorage.ts'
import { chooseStorage, switchingStorage } from './files/storage/chooseStorage.ts'
import { Thumbs } from './files/thumbs/Thumbs.ts'
import type { HttpApp } from './http/app.ts'
import { BodyBudget } from './http/bodies/BodyBudget.ts'
import type { HttpParts } from './http/HttpParts.ts'
import { openAttemptLimiter } from './http/limits/openAttemptLimiter.ts'
import { trustProxies } from './http/requests/clientAddress.ts'
import { allowOrigins } from './http/responses/cors.ts'
import { LogMaintenance } from './logs/LogMaintenance.ts'
import type { LogPolicy, LowLevels } from './logs/LogPolicy.ts'
import { LogQueue } from './logs/LogQueue.ts'
import { filteringSink, printingSink } from './logs/LogSink.ts'
import { logText } from './logs/logText.ts'
import { lastWrite, watchClock } from './logs/watchClock.ts'
import { MailQueue } from './mail/MailQueue.ts'
import { LoadHistory } from './metrics/LoadHistory.ts'
import { RequestCounters } from './metrics/RequestCounters.ts'
import { RealtimeHub } from './realtime/RealtimeHub.ts'
import { removeOrphanedUploads } from './removeOrphanedUploads.ts'
import type { ServerOptions } from './ServerOptions.ts'
import type { Dispatcher } from './threads/dispatchers/Dispatcher.ts'

/** An open, served data directory, until a restore replaces it. */
export interface Site {
  /** The reason why the stored settings cannot be read, if so. The server then uses defaults. */
  settingsProblem: string | undefined
  handle: HttpApp
  /** Whether there is an admin. */
  hasAdmins: () => Promise<boolean>
  /** Writes to the log. Errors are also printed to the console. */
  report: (message: string, error?: unknown) => void
  /** Ends all event streams. Clients reconnect. */
  endStreams: () => void
  /** Finishes running work, stores the log and closes the files. */
  close: () => Promise<void>
  /** Whether a read that cannot be interrupted is still running after `close`. A regular exit would wait for it. */
  isStuck: () => boolean
}

/** The services that a site shares with its successor. */
export interface SharedServices {
  lock: BackupLock
  /** Replaces this site with one that serves the unpacked data. */
  exchange: () => Promise<void>
  outcomes: BackupOutcomes
  /** Writes to the log of the current site. Errors are also printed to the console. */
  report: Site['report']
}

const builtDashboard = fileURLToPath(new URL('../dashboard/dist', import.meta.url))
const warningLevel = 4
const errorLevel = 8

const megabyte = 1024 * 1024
/** The share of the capacity that one client can use; the rest stays available to others. */
const smallBodyBudget = { total: 64 * megabyte, perClient: 32 * megabyte }
const largeBodyBudget = { total: 128 * megabyte, perClient: 64 * megabyte }
const defaultMaxLogBytes = 500_000_000

/** The options that every thread receives. */
const configOf = ({
  dataDir,
  database,
  encryptionKey,
  queryTimeout,
  durability = 'full',
  dev,
  setupCode,
  compatibleFilters,
  storageTimeoutMs,
  fixedSettings,
}: ServerOptions): Config => ({
  dataDir,
  ...(database === undefined ? {} : { database }),
  encryptionKey,
  queryTimeout,
  durability,
  ...(dev ? { dev } : {}),
  ...(setupCode === undefined ? {} : { setupCode }),
  ...(compatibleFilters ? { compatibleFilters } : {}),
  ...(storageTimeoutMs === undefined ? {} : { storageTimeoutMs }),
  ...(fixedSettings ? { fixedSettings } : {}),
})

const createDispatcher = async (options: ServerOptions, config: Config): Promise<Dispatcher> => {
  if (options.threads === 'inline') return (await import('./worker/inlineDispatcher.ts')).createInlineDispatcher(config)
  return (await import('./threads/dispatchers/poolDispatcher.ts')).createPoolDispatcher(config)
}

/** Caches that there is an admin, and checks again while there is none. */
const cacheHasAdmins = (ask: () => Promise<boolean>) => {
  let known = false
  return {
    has: async () => {
      known ||= await ask()
      return known
    },
    forget: () => {
      known = false
    },
  }
}

/**
 * Opens a data directory.
 * @throws Error with a sentence for the command line if the directory cannot be used
 */
export const openSite = async (options: ServerOptions, shared: SharedServices): Promise<Site> => {
  const { dataDir } = options
  const config = configOf(options)
  const written = lastWrite(dataDir)
  await removeOrphanedUploads(config)
  // Loads the HTTP layer while the threads open their files.
  const [dispatcher, { createHttpApp }] = await Promise.all([createDispatcher(options, config), import('./http/app.ts')])
  let settings = await dispatcher.siteSettings()
  const maxBytes = options.maxLogBytes ?? defaultMaxLogBytes
  let lowLevels: LowLevels | undefined
  const logPolicy = (): LogPolicy => ({ ...settings.logs, maxBytes, lowLevels })
  const maintenance = new LogMaintenance(() => dispatcher.maintainLogs(logPolicy()), dispatcher.isLogDamaged)
  const queue = new LogQueue(async pages => {
    const outcome = await dispatcher.writeLogs(pages, logPolicy())
    if (outcome === 'full') maintenance.run()
    return outcome !== 'unavailable'
  })
  const filtered = filteringSink(queue, () => settings)
  const logs = options.dev ? printingSink(filtered) : filtered
  const writeLog = (level: number, message: string, data: object) =>
    logs.write({ level, message: logText(message), created: Date.now(), data: JSON.stringify(data) })
  const warn = (message: string, error: unknown) => writeLog(warningLevel, message, { error: logText(messageOf(error)) })
  const report: Site['report'] = (message, error) => {
    if (error === undefined) return writeLog(0, message, {})
    writeLog(errorLevel, message, { error: logText(messageOf(error)) })
    console.error(`Error: ${message} ${messageOf(error)}`)
  }
  dispatcher.setLogListener(logs.write)
  const chosenStorage = chooseStorage(config)
  const chosenBackups = chooseStorage(config, backupsFolder)
  const storage = cachedStorage(switchingStorage(() => chosenStorage(settings.s3)))
  const admins = cacheHasAdmins(dispatcher.hasAdmins)
  const { describe, listen, recordsVersion } = dispatcher
  const mails = new MailQueue({ store: dispatcher.mails, warn }, options.mailTimeLimits)
  const realtime = new RealtimeHub({ describe, listen, recordsVersion, warn })
  const removals = new RecordedRemovals({ pending: dispatcher.pendingRemovals, forget: dispatcher.forgetRemovals, warn })
  const effects = new EffectQueue({
    storage,
    adminsChanged: admins.forget,
    settingsChanged: changed => {
      // A lower level that is saved soon after must not keep the entries which the higher one removes.
      const isLowered = changed.logs.minLevel < settings.logs.minLevel
      if (!isLowered || !lowLevels) lowLevels = { below: changed.logs.minLevel, createdUntil: Date.now() }
      settings = changed
      maintenance.run()
    },
    sendMail: job => mails.add(job),
    mailQueued: () => mails.wake(),
    revokeTokens: tokenKey => realtime.revokeTokens(tokenKey),
    publish: (changes, messages) => {
      realtime.publishPrepared(messages)
      realtime.publish(changes)
    },
    removed: entries => removals.markRemoved(entries),
    warn,
  })
  const perform: HttpParts['perform'] = list => effects.add(list)
  mails.onEffects = perform
  const backupStorage = () => chosenBackups(settings.backups.s3)
  const backups = new Backups({
    ...shared,
    dataDir,
    database: options.database,
    settings: () => settings,
    storage: backupStorage,
    withoutRemovals: work => effects.withoutRemovals(work),
  })
  const doctor = new Doctor(config)
  const requests = new RequestCounters(dispatcher.routes)
  const loadHistory = new LoadHistory(requests, () => dispatcher.load().threads)
  const metricsRegistry = async () =>
    (await import('./openMetrics.ts')).openMetrics({ dataDir, dispatcher, requests, realtime, mails, backupStorage })
  const deletions = new ExpiredUndoEntries({
    expire: dispatcher.expireUndoEntries,
    remove: list => effects.removeNow(list),
    warn,
  })
  const stopWatching = shared.lock.watch(dispatcher.noteBackup)
  const checkClock = watchClock(written, warn)
  const stopClock = eachMinute(moment => {
    checkClock()
    void backups.createIfDue(moment)
    deletions.clear()
    removals.sweep(perform)
  })
  deletions.clear()
  removals.sweep(perform)
  const attempts = options.limitTries ? await openAttemptLimiter(dispatcher.attempts) : undefined
  const app = createHttpApp({
    dataDir,
    dispatcher,
    storage,
    thumbs: new Thumbs(storage, warn),
    backups,
    doctor,
    backupStorage,
    ...(attempts ? { limiter: attempts.limiter } : {}),
    logs,
    logsIp: () => settings.logs.logIp,
    bodies: { small: new BodyBudget(smallBodyBudget), large: new BodyBudget(largeBodyBudget) },
    allowOrigin: allowOrigins(options.origins ?? ['*']),
    isTrustedProxy: trustProxies(options.trustedProxies ?? ['loopback']),
    perform,
    realtime,
    sendMail: job => mails.send(job),
    hasAdmins: admins.has,
    dashboardDir: options.dashboardDir ?? builtDashboard,
    publicDir: options.publicDir ?? join(dataDir, '..', 'pb_public'),
    indexFallback: options.indexFallback ?? true,
    requests,
    loadHistory,
    ...(options.metricsToken ? { metrics: { token: options.metricsToken, registry: await metricsRegistry() } } : {}),
  })
  maintenance.run()
  mails.wake()
  return {
    settingsProblem: await dispatcher.settingsProblem(),
    handle: app,
    hasAdmins: admins.has,
    report,
    endStreams: () => realtime.close(),
    close: async () => {
      stopClock()
      loadHistory.close()
      realtime.close()
      await Promise.all([backups.close(), doctor.close()])
      await deletions.close()
      stopWatching()
      await effects.close()
      await mails.close()
      // A mail that was sent at the last moment is recorded in its auth record, which can cause further effects.
      await effects.close()
      await removals.close()
      await attempts?.close()
      await queue.close()
      await maintenance.close()
      await dispatcher.close()
    },
    isStuck: dispatcher.isStuck,
  }
}
