/** SQLite's default for SQLITE_MAX_LIKE_PATTERN_LENGTH, without the two `%` around the pattern. */
export const maxPatternBytes = 50_000 - 2
/** Characters that `LIKE` compares in about 0.1 s. It compares each character of a value with up to all of a pattern. */
export const maxLikeSteps = 100_000_000
/** Bytes that a search for a text without wildcards compares in about 0.1 s: many at once. */
export const maxSearchSteps = 5_000_000_000
/** Length of a value from which comparisons with it can check the deadline. */
export const longValueBytes = 100_000
