import { maskValues } from './maskValues.ts'
import { watchStatements } from './watchStatements.ts'

/** Pragmas are not printed, because connections run them all the time. */
const isPragma = /^\s*PRAGMA\b/i

/** Prints each statement on databases that this thread opens from now on, with masked values and its duration. */
export const printStatements = (thread: string): void =>
  watchStatements((text, milliseconds) => {
    if (!isPragma.test(text)) console.log(`[sql] ${thread} ${milliseconds.toFixed(2)} ms ${maskValues(text)}`)
  })
