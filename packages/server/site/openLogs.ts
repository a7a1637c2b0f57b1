import type { Installation } from '../dataDirectory/Installation.ts'
import { messageOf } from '../errors/inspectError.ts'
import { LastError } from '../logs/LastError.ts'
import { levels } from '../logs/LogEntry.ts'
import { LogMaintenance } from '../logs/LogMaintenance.ts'
import type { LogPolicy, LowLevels } from '../logs/LogPolicy.ts'
import { LogQueue } from '../logs/LogQueue.ts'
import { filteringSink, type LogSink, printingSink } from '../logs/LogSink.ts'
import { logText } from '../logs/logText.ts'
import { printError } from '../runtime/terminal.ts'
import { CurrentSettings } from '../settings/CurrentSettings.ts'
import type { Duties } from '../threads/nodes/Duties.ts'
import type { Threads } from '../threads/Threads.ts'
import type { ServerOptions } from './ServerOptions.ts'

/** Interval at which the server checks whether the settings have to be loaded again. */
const settingsCheckIntervalMs = 100

const defaultMaxLogBytes = 500_000_000

/** Writes to the log. Errors are also printed to the console. */
export type Report = (message: string, error?: unknown) => void

/** The settings, and the log that depends on them. */
export interface SiteLogs {
  settings: CurrentSettings
  sink: LogSink
  report: Report
  /** Knows the last error of a node. */
  lastError: LastError
  /** Logs that something went wrong that the server can continue without. */
  warn: (message: string, error: unknown) => void
  /** Starts to maintain the stored log. */
  maintain: () => void
}

interface LogParts {
  options: Pick<ServerOptions, 'dev' | 'maxLogBytes'>
  threads: Pick<Threads, 'dispatcher' | 'logs' | 'versions' | 'writer'>
  installation: Pick<Installation, 'mustLogShrink'>
  /** The work of one node at a time; undefined if this is the only server of its database. */
  duties: Duties | undefined
}

/** Loads the settings and opens the log. */
export async function openLogs(
  { options, threads, installation, duties }: LogParts,
  opened: AsyncDisposableStack,
): Promise<SiteLogs> {
  const { dev, maxLogBytes: maxBytes = defaultMaxLogBytes } = options
  let lowLevels: LowLevels | undefined
  const policy = (): LogPolicy => ({ ...settings.value.logs, maxBytes, lowLevels })
  const maintenance = new LogMaintenance(
    async () => (duties?.areHeld ?? true) && threads.logs.maintain(policy()),
    async () => threads.versions.isLogDamaged() || (await installation.mustLogShrink()),
  )
  opened.defer(() => maintenance.close())
  const queue = new LogQueue(async pages => {
    const outcome = await threads.logs.store(pages, policy())
    if (outcome === 'full') maintenance.runUnlessFailed()
    return outcome !== 'unavailable'
  })
  opened.defer(() => queue.close())
  const filtered = filteringSink(queue, () => settings.value)
  const lastError = new LastError()
  const stored = dev ? printingSink(filtered) : filtered
  const sink = duties ? lastError.watch(stored) : stored
  const write = (level: number, message: string, data: object) =>
    sink.write({ level, message: logText(message), created: Date.now(), data: JSON.stringify(data) })
  const warn: SiteLogs['warn'] = (message, error) => write(levels.warning, message, { error: logText(messageOf(error)) })
  const report: Report = (message, error) => {
    if (error === undefined) return write(levels.info, message, {})
    write(levels.error, message, { error: logText(messageOf(error)) })
    printError`Error: ${message} ${messageOf(error)}`
  }
  const { load } = threads.writer.settings
  const version = () => threads.versions.current('settings')
  const firstVersion = version()
  const settings = new CurrentSettings(await load(), firstVersion, { load, version, warn })
  // Requests to a node depend on them: on the addresses of admins, the storage of files and the limits.
  threads.dispatcher.freshness?.include(() => settings.update())
  settings.onChange((before, { logs: { minLevel } }) => {
    // A lower level that is saved soon after must not keep the entries which the higher one removes.
    const isLowered = minLevel < before.logs.minLevel
    if (!isLowered || !lowLevels) lowLevels = { below: minLevel, createdUntil: Date.now() }
    maintenance.run()
  })
  // Another program that changes the settings, such as `coffer admin ips`, sends no event, and a load can fail.
  const watch = setInterval(() => settings.check(), settingsCheckIntervalMs).unref()
  opened.defer(() => clearInterval(watch))
  return { settings, sink, report, lastError, warn, maintain: () => maintenance.run() }
}
