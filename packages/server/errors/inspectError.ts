/** Returns the message of an error, or the text of another thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Returns the stack trace of an error, which begins with its message, or the text of another thrown value. */
export function traceOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Returns an error and its chain of causes, nearest first; empty for another thrown value. */
export function errorsBehind(error: unknown): Error[] {
  return error instanceof Error ? [error, ...errorsBehind(error.cause)] : []
}

/** Returns the message of an error as PocketBase returns it. An error of SQLite has the text and the number of its result code. */
export function goErrorText(error: unknown): string {
  for (const behind of errorsBehind(error)) {
    const { message, errstr, errcode } = behind as Error & { errstr?: unknown; errcode?: unknown }
    if (typeof errstr === 'string') return `${errstr === message ? '' : `${errstr}: `}${message} (${errcode})`
  }
  return messageOf(error)
}
