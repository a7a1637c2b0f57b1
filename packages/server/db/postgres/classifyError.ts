import pg from 'pg'
import { DatabaseError, type DatabaseErrorKind, isDatabaseError } from '../DatabaseError.ts'

/** The SQLSTATE codes that the server distinguishes (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const kinds: Readonly<Record<string, DatabaseErrorKind>> = {
  '22003': 'invalidValue', // numeric_value_out_of_range
  '22021': 'invalidValue', // character_not_in_repertoire: a text with the character NUL
  '22P05': 'invalidValue', // untranslatable_character: \u0000 in JSON
  '23505': 'unique',
  '25006': 'readOnly',
  '25P03': 'unreachable', // idle_in_transaction_session_timeout, which ends the session
  '25P04': 'unreachable', // transaction_timeout, which ends the session
  '3D000': 'unreachable', // invalid_catalog_name: the database of a new connection does not exist
  '40001': 'conflict', // serialization_failure
  '40P01': 'conflict', // deadlock_detected
  '42P01': 'unknownName', // undefined_table
  '42703': 'unknownName', // undefined_column
  '53100': 'full', // disk_full
  '54000': 'invalidValue', // program_limit_exceeded: a value that is too long for an index
  '55P03': 'busy', // lock_not_available
  '57014': 'deadline', // query_canceled
  '58030': 'failing', // io_error
  XX001: 'damaged',
  XX002: 'damaged',
}

/** Classes of codes, by their first two characters. */
const classes: Readonly<Record<string, DatabaseErrorKind>> = {
  '08': 'unreachable',
  '23': 'constraint',
  '28': 'unreachable', // invalid authorization of a new connection
  '53': 'busy', // insufficient resources, such as too many connections
  '57': 'unreachable', // operator intervention: the server is starting or stopping
}

/** Messages for clients about a value that cannot be stored, by code. */
const valueMessages: Readonly<Record<string, string>> = {
  '22003': 'A number is too large for the database.',
  '22021': 'A text contains the character NUL, which PostgreSQL cannot store. Remove it.',
  '22P05': 'A text contains the character NUL, which PostgreSQL cannot store. Remove it.',
  '54000': 'A text is too long for an index, which PostgreSQL limits to 2,700 bytes. Shorten the text, or remove the index.',
}

/** dependent_objects_still_exist: the details name the views, in a line for each, and contain no values. */
const blockedByViews = '2BP01'

function messageOf(error: Error, code: string): string {
  const details = code === blockedByViews && error instanceof pg.DatabaseError ? error.detail?.split('\n') : undefined
  return valueMessages[code] ?? [error.message, ...(details ?? [])].join(': ')
}

/** Codes of Node for a connection that was lost or never made: of the system, of DNS, of streams, of sockets, of TLS and of certificates. */
const connectionCode =
  /^(E[A-Z]{4,}|EAI_[A-Z]+|ERR_(STREAM|SOCKET|SSL|TLS)_\w+|(CERT|UNABLE_TO|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED)_\w+)$/

/** The beginnings of messages of the driver, which have no code, for a connection that was lost or never made. */
const connectionMessages = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
  'timeout expired',
  'timeout exceeded when trying to connect',
  // The driver has cut the connection.
  'Query read timeout',
  'Cannot use a pool after calling end',
  'The server does not support SSL connections',
  'There was an error establishing an SSL connection',
  // The results no longer belong to the statements.
  'Received unexpected',
]

/** Codes that PostgreSQL also uses for what it cannot do while it is a standby. Their messages tell the difference. */
const recoveryCodes = new Set(['0A000', '55000', 'XX000'])
const recoveryMessage = /hot standby|during recovery|recovery is in progress/

/** Whether an error means that the connection was lost or never made, or leads to a standby, so that another one can succeed. */
function isConnectionError(error: Error, code: string): boolean {
  if (error instanceof pg.DatabaseError) return recoveryCodes.has(code) && recoveryMessage.test(error.message)
  return connectionCode.test(code) || connectionMessages.some(beginning => error.message.startsWith(beginning))
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')

function kindOf(error: Error): DatabaseErrorKind {
  const code = codeOf(error)
  return kinds[code] ?? classes[code.slice(0, 2)] ?? (isConnectionError(error, code) ? 'unreachable' : 'other')
}

/** Whether a classified error means that the columns behind a prepared statement have changed, so that PostgreSQL rejects it. */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    error.cause instanceof pg.DatabaseError &&
    error.cause.code === '0A000' &&
    error.message.includes('cached plan')
  )
}

/** Returns the SQLSTATE of a classified error; undefined for an error that PostgreSQL has not reported. */
export function sqlStateOf(error: unknown): string | undefined {
  return error instanceof DatabaseError && error.cause instanceof pg.DatabaseError ? error.cause.code : undefined
}

/** Returns the violated unique constraint or index; undefined for other classified errors. */
export function violatedIndex(error: unknown): string | undefined {
  return isDatabaseError(error, 'unique') && error.cause instanceof pg.DatabaseError ? error.cause.constraint : undefined
}

/** Classifies an error of the driver. */
export function classifyError(error: unknown): unknown {
  return error instanceof Error && !(error instanceof DatabaseError)
    ? new DatabaseError(kindOf(error), messageOf(error, codeOf(error)), { cause: error })
    : error
}
