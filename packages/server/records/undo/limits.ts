/** Time for which a deletion can be undone. */
const undoTimeMs = 60 * 60_000

/** Limits of all stored deletions together. */
export const maxStoredDeletions = 100_000
export const maxStoredCharacters = 128 * 1024 * 1024
/** Limit of one deletion; a larger one cannot be undone. */
export const maxSnapshotCharacters = 32 * 1024 * 1024

/** Returns the time up to which deletions have expired, in milliseconds since 1970. */
export const expiryCutoff = (): number => Date.now() - undoTimeMs
