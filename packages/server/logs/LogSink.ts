import type { LogEntry } from '../messages/LogEntry.ts'
import type { SiteSettings } from '../messages/SiteSettings.ts'

/** Takes entries for the log, without waiting for them to be stored. */
export interface LogSink {
  write: (entry: LogEntry) => void
}

/** Prints the entries on their way. */
export const printing = (sink: LogSink): LogSink => ({
  write: entry => {
    console.log(`[${entry.level}] ${entry.message} ${entry.data}`)
    sink.write(entry)
  },
})

/** Lets through what the settings of the moment ask for: what comes later changes nothing about it. */
export const sifting = (sink: LogSink, settings: () => SiteSettings): LogSink => ({
  write: entry => {
    const { maxDays, minLevel } = settings().logs
    if (maxDays > 0 && entry.level >= minLevel) sink.write(entry)
  },
})
