/** Time for which a deletion can be undone. */
const keptFor = 60 * 60_000

/** Limits of all stored deletions together. */
export const mostKept = 100_000
export const mostCharacters = 128 * 1024 * 1024
/** Limit of one deletion; a larger one cannot be undone. */
export const largestKept = 32 * 1024 * 1024

/** Returns the time up to which deletions have expired, in milliseconds since 1970. */
export const oldestUndone = (): number => Date.now() - keptFor
