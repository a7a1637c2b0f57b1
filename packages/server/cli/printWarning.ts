import { type LogEntry, levels } from '../logs/LogEntry.ts'
import { printError } from '../runtime/terminal.ts'

/** Prints a log entry if it is a warning or an error, because commands do not write to the log of the server. */
export function printWarning({ level, message }: LogEntry): void {
  if (level >= levels.warning) printError`Warning: ${message}`
}
