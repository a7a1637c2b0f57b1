/** Returns the message of an error, or the text of another thrown value. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Returns the stack trace of an error, which begins with its message, or the text of another thrown value. */
export const traceOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

/** Returns an error and its chain of causes, nearest first; empty for another thrown value. */
export const errorsBehind = (error: unknown): Error[] => (error instanceof Error ? [error, ...errorsBehind(error.cause)] : [])
