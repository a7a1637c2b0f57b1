import { errorsBehind } from '../errors/inspectError.ts'

const sqliteText = (error: unknown): string =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR' ? error.message : ''

/** The extended result code of SQLite, or the code of the system, that an error has. */
export const errorCode = (error: unknown): unknown => {
  if (!(error instanceof Error)) return undefined
  return 'errcode' in error ? error.errcode : 'code' in error ? error.code : undefined
}

/** SQLITE_IOERR_FSYNC and SQLITE_IOERR_DIR_FSYNC. */
const syncFailures: readonly unknown[] = [1034, 1290]

/** Whether an error, or one behind it, is that the system failed to sync a file for SQLite: earlier writes may not be on the disk. */
export const isSyncFailure = (error: unknown): boolean =>
  errorsBehind(error).some(behind => syncFailures.includes(errorCode(behind)))

/** Whether an error says that a file is not a valid database: SQLITE_CORRUPT and SQLITE_NOTADB, with any extended code. */
export const isDamage = (error: unknown): boolean => {
  const code = errorCode(error)
  return typeof code === 'number' && [11, 26].includes(code & 0xff)
}

/** Whether another connection holds the file, so that the same statement may succeed a little later. */
export const isBusy = (error: unknown): boolean => /database is locked|database table is locked/.test(sqliteText(error))

/** Whether an error, or one behind it, is that another program holds the file. */
export const isFromBusy = (error: unknown): boolean => errorsBehind(error).some(isBusy)

/** Whether an error, or the one behind it, is that a statement names a table or column that is not there. */
export const namesUnknown = (error: unknown): boolean =>
  errorsBehind(error).some(behind => /^no such (table|column)/.test(sqliteText(behind)))

/** The `table.column` names of a violated unique index; empty when the error is another one. */
export const uniqueColumns = (error: unknown): string[] => {
  const columns = /^UNIQUE constraint failed: (.+)$/.exec(sqliteText(error))?.[1]
  return columns === undefined ? [] : columns.split(', ')
}
