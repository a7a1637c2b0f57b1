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
