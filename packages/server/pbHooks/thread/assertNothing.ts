import { GoError, isError } from './errors.ts'

const returnedValue =
  'The callback returned a value, so its transaction or query has failed, as in PocketBase 0.22. Let it return nothing: write ' +
  '(tx) => { tx.saveRecord(record) } with braces, and keep a result in a variable outside of the callback.'

/**
 * Asserts that a callback of the host has returned nothing or null.
 * @throws GoError with the error that it has returned
 */
export function assertNothing(value: unknown): void {
  if (value === undefined || value === null) return
  if (isError(value)) throw new GoError(String(value))
  const text = typeof value === 'object' ? 'an object' : String(value)
  throw new GoError(`could not convert ${text} to error`, undefined, returnedValue)
}
