import { messageOf } from '../errors/inspectError.ts'

/** Finds the error of SQLite behind an error. */
function findSqliteError(error: unknown): { errcode: number; message: string } | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { errcode, message, cause } = error as { errcode?: unknown; message?: unknown; cause?: unknown }
  return typeof errcode === 'number' ? { errcode, message: String(message) } : findSqliteError(cause)
}

/** Returns the text of an error as scripts of PocketBase 0.22 know it. Errors of SQLite have their code. */
export function goErrorText(error: unknown): string {
  const found = findSqliteError(error)
  return found ? `constraint failed: ${found.message} (${found.errcode})` : messageOf(error)
}
