import type { LogEntry } from '../messages/LogEntry.ts'
import type { SiteSettings } from '../messages/SiteSettings.ts'

/** Accepts log entries. Entries are stored later. */
export interface LogSink {
  write: (entry: LogEntry) => void
}

/** Returns a sink that also prints the entries to the console. */
export const printingSink = (sink: LogSink): LogSink => ({
  write: entry => {
    console.log(`[${entry.level}] ${entry.message} ${entry.data}`)
    sink.write(entry)
  },
})

/** Returns a sink that drops entries according to the log settings at the time of the entry. */
export const filteringSink = (sink: LogSink, settings: () => SiteSettings): LogSink => ({
  write: entry => {
    const { maxDays, minLevel } = settings().logs
    if (maxDays > 0 && entry.level >= minLevel) sink.write(entry)
  },
})
