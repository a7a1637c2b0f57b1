import { errorsBehind } from '../../errors/inspectError.ts'

const sqliteText = (error: unknown): string =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR' ? error.message : ''

/** Returns the extended SQLite result code or the system error code of an error. */
export const errorCode = (error: unknown): unknown => {
  if (!(error instanceof Error)) return undefined
  return 'errcode' in error ? error.errcode : 'code' in error ? error.code : undefined
}

/** SQLITE_IOERR_FSYNC and SQLITE_IOERR_DIR_FSYNC. */
const syncFailures: readonly unknown[] = [1034, 1290]

/** Whether an error or one of its causes is a failed sync, after which earlier writes might not be on the disk. */
export const isSyncFailure = (error: unknown): boolean =>
  errorsBehind(error).some(behind => syncFailures.includes(errorCode(behind)))

/** Whether an error means that a file is damaged or not a database: SQLITE_CORRUPT or SQLITE_NOTADB, with any extended code. */
export const isDamage = (error: unknown): boolean => {
  const code = errorCode(error)
  return typeof code === 'number' && [11, 26].includes(code & 0xff)
}

/** Whether an error means that another connection has locked the file, so that a retry can succeed. */
export const isBusy = (error: unknown): boolean => /database is locked|database table is locked/.test(sqliteText(error))

/** Whether an error or one of its causes means that another program has locked the file. */
export const isCausedByBusy = (error: unknown): boolean => errorsBehind(error).some(isBusy)

/** Whether an error or one of its causes means that a table or column does not exist. */
export const isUnknownTableOrColumn = (error: unknown): boolean =>
  errorsBehind(error).some(behind => /^no such (table|column)/.test(sqliteText(behind)))

/** Returns the `table.column` names of a violated unique index; empty for other errors. */
export const uniqueColumns = (error: unknown): string[] => {
  const columns = /^UNIQUE constraint failed: (.+)$/.exec(sqliteText(error))?.[1]
  return columns === undefined ? [] : columns.split(', ')
}
