import { errorsBehind, messageOf } from '../../../errors/inspectError.ts'

/** Returns the message of an error of the database as PocketBase returns it: with the class and the number of an error of SQLite. */
export function rawText(error: unknown): string {
  for (const behind of errorsBehind(error)) {
    const { errstr, errcode } = behind as { errstr?: unknown; errcode?: unknown }
    if (typeof errstr === 'string') return `${errstr}: ${behind.message} (${errcode})`
  }
  return messageOf(error)
}
