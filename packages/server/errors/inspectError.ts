/** The message of an error; what was thrown as text when it is no error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The stack trace of an error, which begins with its message; what was thrown as text when it is no error. */
export const traceOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

/** An error, and those that it was caused by, the nearest first; nothing when it is no error. */
export const errorsBehind = (error: unknown): Error[] => (error instanceof Error ? [error, ...errorsBehind(error.cause)] : [])
