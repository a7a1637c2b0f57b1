import { lines, print } from '../runtime/terminal.ts'

/** Prints a statement without its values, and its duration. */
export type PrintStatement = (maskedText: string, milliseconds: number) => void

let printer: PrintStatement | undefined

/** Returns the function that prints the statements of this thread; undefined unless they are printed. */
export function statementPrinter(): PrintStatement | undefined {
  return printer
}

/** Prints each statement on databases that this thread opens from now on. */
export function printStatements(thread: string): void {
  printer = (maskedText, milliseconds) => print`[sql] ${thread} ${milliseconds.toFixed(2)} ms ${lines(maskedText)}`
}
