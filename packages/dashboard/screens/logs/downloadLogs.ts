import type { Log } from '../../queries/logs.ts'
import { downloadText } from '../../shell/files/downloadText.ts'

/** Downloads entries as a JSON file. */
export function downloadLogs(logs: readonly Log[]): void {
  const newestFirst = newestFirstOf(logs)
  const content = newestFirst.length === 1 ? newestFirst[0] : newestFirst
  downloadText(logFileName(newestFirst), JSON.stringify(content, null, 2), 'application/json')
}

/** Returns the file name for entries: with the date of a single one, or the first and last date. */
export function logFileName(logs: readonly Pick<Log, 'created'>[]): string {
  const moments = logs.map(({ created }) => created.replace(/[-:. ]/g, '')).sort()
  const [first = ''] = moments
  return moments.length === 1 ? `log_${first}.json` : `${moments.length}_logs_${first}_to_${moments.at(-1)}.json`
}

export function newestFirstOf<Entry extends Pick<Log, 'created'>>(logs: readonly Entry[]): Entry[] {
  return logs.toSorted((one, other) => (one.created < other.created ? 1 : one.created > other.created ? -1 : 0))
}
