import { print } from '../runtime/terminal.ts'
import type { SiteSettings } from '../settings/SiteSettings.ts'
import type { LogEntry } from './LogEntry.ts'

/** Accepts log entries. Entries are stored later. */
export interface LogSink {
  write: (entry: LogEntry) => void
}

/** Returns a sink that also prints the entries to the console. */
export function printingSink(sink: LogSink): LogSink {
  return {
    write: entry => {
      print`[${entry.level}] ${entry.message} ${entry.data}`
      sink.write(entry)
    },
  }
}

/** Returns a sink that drops entries according to the log settings at the time of the entry. */
export function filteringSink(sink: LogSink, settings: () => SiteSettings): LogSink {
  return {
    write: entry => {
      const { maxDays, minLevel } = settings().logs
      if (maxDays > 0 && entry.level >= minLevel) sink.write(entry)
    },
  }
}
