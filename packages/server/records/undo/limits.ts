/** Milliseconds for which a deletion can be undone. */
const keptFor = 60 * 60_000

/** How many deletions are kept at once, and how many characters of them. */
export const mostKept = 100_000
export const mostCharacters = 128 * 1024 * 1024
/** Characters of the largest deletion that is kept. */
export const largestKept = 32 * 1024 * 1024

/** What was deleted up to this moment, in milliseconds since 1970, can be undone no longer. */
export const oldestUndone = (): number => Date.now() - keptFor
