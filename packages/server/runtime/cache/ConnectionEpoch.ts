/**
 * A number that all threads share. It changes when connections to a database server have to be replaced, because they lead to a former
 * primary.
 */
export interface ConnectionEpoch {
  current: () => number
  advance: () => void
}
