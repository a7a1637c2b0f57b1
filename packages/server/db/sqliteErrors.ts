const sqliteText = (error: unknown): string =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR' ? error.message : ''

/** Whether another connection holds the file, so that the same statement may succeed a little later. */
export const isBusy = (error: unknown): boolean => /database is locked|database table is locked/.test(sqliteText(error))

/** Whether an error, or one behind it, is that another program holds the file. */
export const isFromBusy = (error: unknown): boolean =>
  isBusy(error) || (error instanceof Error && error.cause !== undefined && isFromBusy(error.cause))

/** Whether an error, or the one behind it, is that a statement names a table or column that is not there. */
export const namesUnknown = (error: unknown): boolean =>
  /^no such (table|column)/.test(sqliteText(error)) ||
  (error instanceof Error && error.cause !== undefined && namesUnknown(error.cause))

/** The `table.column` names of a violated unique index; empty when the error is another one. */
export const uniqueColumns = (error: unknown): string[] => {
  const columns = /^UNIQUE constraint failed: (.+)$/.exec(sqliteText(error))?.[1]
  return columns === undefined ? [] : columns.split(', ')
}
