import { maskValues } from './maskValues.ts'
import { watchStatements } from './watchStatements.ts'

/** Of the connection itself, and asked over and over. */
const isPragma = /^\s*PRAGMA\b/i

/** Prints each statement that this thread runs from now on, its values masked, with the milliseconds that it took. */
export const printStatements = (thread: string): void =>
  watchStatements((text, milliseconds) => {
    if (!isPragma.test(text)) console.log(`[sql] ${thread} ${milliseconds.toFixed(2)} ms ${maskValues(text)}`)
  })
