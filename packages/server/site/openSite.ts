import { openInstallation } from '../dataDirectory/openInstallation.ts'
import { lastWrite } from '../logs/watchClock.ts'
import { ClientLedger } from '../runtime/clients/ClientLedger.ts'
import { trustProxies } from '../runtime/clients/clientAddress.ts'
import { Duties } from '../threads/nodes/Duties.ts'
import { openEvents } from './openEvents.ts'
import { openFiles } from './openFiles.ts'
import type { SiteHttp } from './openHttp.ts'
import { openLogs, type Report } from './openLogs.ts'
import { openMaintenance, type SharedServices, type SiteMaintenance } from './openMaintenance.ts'
import { openThreads } from './openThreads.ts'
import { removeOrphanedUploads } from './removeOrphanedUploads.ts'
import { configOf, type ServerOptions } from './ServerOptions.ts'

/** An open, served data directory, until a restore replaces it. */
export interface Site extends SiteHttp {
  /** The reason why the stored settings cannot be read, if so. The server then uses defaults. */
  settingsProblem: string | undefined
  /** Whether there is an admin. */
  hasAdmins: () => Promise<boolean>
  report: Report
  /** Ends all event streams. Clients reconnect. */
  endStreams: () => void
  /** Finishes running work, stores the log and closes the files. */
  close: () => Promise<void>
  /** Whether a read that cannot be interrupted is still running after `close`. A regular exit would wait for it. */
  isStuck: () => boolean
}

/** Opens the parts of a site. Each adds how it is closed to `opened`, which closes the parts in the reverse order. */
async function openParts(options: ServerOptions, shared: SharedServices, opened: AsyncDisposableStack): Promise<Site> {
  const config = configOf(options)
  const written = lastWrite(config.dataDir)
  await removeOrphanedUploads(config)
  const installation = openInstallation(config)
  const isTrustedProxy = trustProxies(options.trustedProxies ?? ['loopback'])
  const clients = new ClientLedger({ isTrustedProxy, ...(options.limits && { limits: options.limits }) })
  const [{ threads, warnings }, { openHttp }] = await Promise.all([
    openThreads({ options, config, installation, clients }, opened),
    // Loads the HTTP layer while the threads open their files.
    import('./openHttp.ts'),
  ])
  const duties = options.node === undefined ? undefined : new Duties(threads.writer.nodes)
  const base = { options, config, shared, written, threads, clients, isTrustedProxy, installation, duties }
  const logs = await openLogs(base, opened)
  for (const warning of warnings) logs.sink.write(warning)
  const files = openFiles({ ...base, ...logs }, opened)
  const backups = () => maintenance.backups
  const events = openEvents({ ...base, ...logs, ...files, backups }, opened)
  const maintenance: SiteMaintenance = openMaintenance({ ...base, ...logs, ...files, ...events }, opened)
  const http = await openHttp({ ...base, ...logs, ...files, ...events, ...maintenance }, opened)
  const { admins, mails, realtime } = events
  // Streams end first, because their clients connect to the next site.
  opened.defer(() => realtime.close())
  await threads.writer.collections.hideSecrets()
  logs.maintain()
  mails.wake()
  return {
    settingsProblem: await threads.writer.settings.problem(),
    ...http,
    hasAdmins: () => admins.has(),
    report: logs.report,
    endStreams: () => realtime.close(),
    close: () => opened.disposeAsync(),
    isStuck: () => threads.isStuck() || events.scripts?.isStuck() === true,
  }
}

/**
 * Opens a data directory. If a part cannot be opened, those opened before are closed.
 * @throws Error with a sentence for the command line if the directory cannot be used
 */
export async function openSite(options: ServerOptions, shared: SharedServices): Promise<Site> {
  const opened = new AsyncDisposableStack()
  try {
    return await openParts(options, shared, opened)
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}
