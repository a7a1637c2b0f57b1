import { errorsBehind } from '../../errors/inspectError.ts'
import { DatabaseError, type DatabaseErrorKind } from '../DatabaseError.ts'

/** An error of `node:sqlite`, with the extended result code of SQLite. */
const isSqliteError = (error: unknown): error is Error & { errcode?: unknown } =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'

/** SQLITE_IOERR_SHMSIZE: the WAL index could not grow. */
const walIndexFull = 4874

/** Primary result codes (https://sqlite.org/rescode.html): READONLY, IOERR, CORRUPT, FULL and NOTADB. */
const kindsByCode: Readonly<Record<number, DatabaseErrorKind>> = {
  8: 'readOnly',
  10: 'failing',
  11: 'damaged',
  13: 'full',
  26: 'damaged',
}

const kindsByMessage: readonly [RegExp, DatabaseErrorKind][] = [
  [/database is locked|database table is locked/, 'busy'],
  [/^no such (table|column)/, 'unknownName'],
  [/^UNIQUE constraint failed: /, 'unique'],
  [/constraint failed/, 'constraint'],
]

function kindOf(message: string, code: unknown): DatabaseErrorKind {
  if (code === walIndexFull) return 'full'
  const kind = typeof code === 'number' ? kindsByCode[code & 0xff] : undefined
  return kind ?? kindsByMessage.find(([pattern]) => pattern.test(message))?.[1] ?? 'other'
}

/** Returns the columns in the message for a unique index. For an index on expressions, the message has only its name. */
function uniqueColumns(message: string): string[] {
  const columns = /^UNIQUE constraint failed: (?!index ')(.+)$/.exec(message)?.[1]
  return columns === undefined ? [] : columns.split(', ')
}

/** Converts an error of `node:sqlite` to a `DatabaseError` with the same message. Returns other values unchanged. */
export function classifyError(error: unknown): unknown {
  return isSqliteError(error)
    ? new DatabaseError(kindOf(error.message, error.errcode), error.message, {
        columns: uniqueColumns(error.message),
        cause: error,
      })
    : error
}

/** Runs work and classifies its error. */
export function classifyingErrors<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw classifyError(error)
  }
}

/** SQLITE_IOERR_FSYNC and SQLITE_IOERR_DIR_FSYNC. */
const syncFailures: readonly unknown[] = [1034, 1290]

/** Whether an error or one of its causes is a failed sync, after which earlier writes might not be on the disk. */
export function isSyncFailure(error: unknown): boolean {
  return errorsBehind(error).some(behind => isSqliteError(behind) && syncFailures.includes(behind.errcode))
}
