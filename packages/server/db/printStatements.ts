/** Prints a statement without its values, and its duration. */
export type PrintStatement = (maskedText: string, milliseconds: number) => void

let print: PrintStatement | undefined

/** Returns the function that prints the statements of this thread; undefined unless they are printed. */
export const statementPrinter = (): PrintStatement | undefined => print

/** Prints each statement on databases that this thread opens from now on. */
export const printStatements = (thread: string): void => {
  print = (maskedText, milliseconds) => console.log(`[sql] ${thread} ${milliseconds.toFixed(2)} ms ${maskedText}`)
}
