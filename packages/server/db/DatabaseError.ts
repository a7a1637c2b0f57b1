import { errorsBehind } from '../errors/inspectError.ts'

/** The kinds of disk problems that the server distinguishes. */
export type DiskProblem = 'full' | 'readOnly' | 'failing'

/**
 * The kinds of database errors that the server distinguishes: `busy` if another program has locked the database, `unique` for a
 * violated unique index, `constraint` for another violated constraint, `unknownName` for a table or column that does not exist,
 * `deadline` for a statement that exceeded its deadline, `damaged` for a damaged file, and problems of the disk. Of a database server also:
 * `conflict` with another transaction, `unreachable` if there is no connection, `unknownOutcome` if the connection was lost during a
 * commit, `invalidValue` for a value that it cannot store, and `outdated` if a node has to learn of a change of collections first.
 */
export type DatabaseErrorKind =
  | DiskProblem
  | 'busy'
  | 'conflict'
  | 'constraint'
  | 'damaged'
  | 'deadline'
  | 'invalidValue'
  | 'other'
  | 'outdated'
  | 'unique'
  | 'unknownName'
  | 'unknownOutcome'
  | 'unreachable'

/** An error of the database. Each engine classifies its own errors, so other code never depends on their codes or messages. */
export class DatabaseError extends Error {
  readonly kind: DatabaseErrorKind
  /** The `table.column` names of a violated unique index; empty for an index on expressions, and for other errors. */
  readonly columns: readonly string[]

  /** @param options.cause the error of the engine */
  constructor(kind: DatabaseErrorKind, message: string, options: { columns?: readonly string[]; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.kind = kind
    this.columns = options.columns ?? []
  }
}

/** Whether an error is a database error of this kind. */
export function isDatabaseError(error: unknown, kind: DatabaseErrorKind): error is DatabaseError {
  return error instanceof DatabaseError && error.kind === kind
}

/** Whether an error or one of its causes is a database error of this kind. */
export function isCausedBy(error: unknown, kind: DatabaseErrorKind): boolean {
  return errorsBehind(error).some(behind => isDatabaseError(behind, kind))
}

const temporaryKinds: readonly DatabaseErrorKind[] = ['busy', 'conflict', 'outdated', 'unreachable']

/** Whether the database has rejected work, without any change of the request or the data, so that it can be repeated. */
export function isTemporary(error: unknown): boolean {
  return temporaryKinds.some(kind => isCausedBy(error, kind))
}
