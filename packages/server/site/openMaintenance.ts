import type { BackupLock } from '../backups/BackupLock.ts'
import type { BackupOutcomes } from '../backups/BackupOutcomes.ts'
import { Backups } from '../backups/Backups.ts'
import type { DataExchange } from '../backups/DataExchange.ts'
import type { Config } from '../config/config.ts'
import { Doctor } from '../dataDirectory/doctor/Doctor.ts'
import { removeExpiredOrphans } from '../dataDirectory/doctor/orphanedFolder.ts'
import { logText } from '../logs/logText.ts'
import { watchClock } from '../logs/watchClock.ts'
import { dateText } from '../runtime/now.ts'
import type { Duties } from '../threads/nodes/Duties.ts'
import type { Threads } from '../threads/Threads.ts'
import type { SiteEvents } from './openEvents.ts'
import type { SiteFiles } from './openFiles.ts'
import type { Report, SiteLogs } from './openLogs.ts'

const minuteMs = 60_000
const reportIntervalMs = 2_000

/** The services that a site shares with its successor. */
export interface SharedServices {
  lock: BackupLock
  receive: DataExchange['receive']
  /** Replaces this site with one that serves the unpacked data. */
  exchange: () => Promise<void>
  outcomes: BackupOutcomes
  /** Whether the server is about to stop. */
  isDraining: () => boolean
  /** Writes to the log of the current site. Errors are also printed to the console. */
  report: Report
}

interface MaintenanceParts
  extends Pick<SiteLogs, 'settings' | 'warn' | 'lastError' | 'maintain'>,
    Pick<SiteFiles, 'backupStorage' | 'removals' | 'deletions'>,
    Pick<SiteEvents, 'mails' | 'webHooks' | 'realtime' | 'code' | 'scriptJobs'> {
  config: Config
  shared: SharedServices
  /** The work of one node at a time; undefined if this is the only server of its database. */
  duties: Duties | undefined
  threads: Pick<Threads, 'versions' | 'writer'>
  /** The time of the last write to the database before it was opened, see `watchClock`. */
  written: number
}

export interface SiteMaintenance {
  backups: Backups
  doctor: Doctor
}

/** Calls a function at the start of each minute. The returned function stops that. */
function eachMinute(work: (moment: Date) => void): () => void {
  let timer: NodeJS.Timeout
  const schedule = () => {
    const next = (Math.floor(Date.now() / minuteMs) + 1) * minuteMs
    timer = setTimeout(() => {
      // Timers can fire a little early.
      work(new Date(Math.max(next, Date.now())))
      schedule()
    }, next - Date.now()).unref()
  }
  schedule()
  return () => clearTimeout(timer)
}

/** Stores the report of this node every two seconds. The returned function stops that. */
function reportNode({ realtime, lastError, threads: { writer } }: MaintenanceParts): () => void {
  const report = () => writer.nodes.report({ clients: realtime.clientCount, ...lastError.value }).catch(() => undefined)
  const timer = setInterval(report, reportIntervalMs).unref()
  return () => clearInterval(timer)
}

/** Opens the backups and examinations, and starts what the server does each minute. */
export function openMaintenance(parts: MaintenanceParts, opened: AsyncDisposableStack): SiteMaintenance {
  const { config, shared, settings, warn, removals, deletions, mails, webHooks, duties } = parts
  const { dataDir, database, node } = config
  const backups = new Backups({
    ...shared,
    dataDir,
    database,
    node,
    settings: () => settings.value,
    storage: parts.backupStorage,
    mailFailure: reason => void mails.addOrSend({ mail: 'backupFailed', reason: logText(reason), failed: dateText(new Date()) }),
    isResponsible: () => duties?.areHeld ?? true,
    withoutRemovals: work => removals.withoutRemovals(work),
  })
  opened.defer(shared.lock.watch(parts.threads.versions.noteBackup))
  opened.defer(() => backups.close())
  const doctor = new Doctor(config)
  opened.defer(() => doctor.close())
  const checkClock = watchClock(parts.written, warn)
  const clearOrphans = () =>
    void removeExpiredOrphans(dataDir).catch(error => warn('Orphaned files could not be removed after their time.', error))
  const removeExpiredSignIns = () =>
    void parts.threads.writer.signIns
      .removeExpired()
      .catch(error => warn('Expired one-time passwords and sign-ins with one factor could not be removed.', error))
  const continueWork = () => {
    deletions.clear()
    removals.recover()
    webHooks.recover()
    parts.code?.calls.recover()
    if (node === undefined) return
    // A node is not notified of mails that other nodes had queued before they ended, or of a log that they have filled.
    mails.recover()
    parts.maintain()
  }
  const startDue = (moment: Date | undefined) => {
    if (!moment) return
    void backups.createIfDue(moment)
    if (moment.getUTCMinutes() === 0) removeExpiredSignIns()
    parts.scriptJobs?.runDue(moment)
    parts.code?.jobs.runDue(moment)
  }
  clearOrphans()
  continueWork()
  opened.defer(
    eachMinute(moment => {
      checkClock()
      if (moment.getUTCMinutes() === 0) clearOrphans()
      if (duties) void duties.claimMinute().then(startDue)
      else startDue(moment)
      continueWork()
    }),
  )
  if (duties) {
    duties.start(moment => {
      startDue(moment)
      continueWork()
    })
    opened.defer(() => duties.stop())
    opened.defer(reportNode(parts))
  }
  return { backups, doctor }
}
