import { timedId } from '../../crypto/randomText.ts'
import { isCausedBy } from '../../db/DatabaseError.ts'
import type { Engine } from '../../db/engine.ts'
import { connectionOptions } from '../../db/postgres/connectionOptions.ts'
import { PostgresEngine } from '../../db/postgres/PostgresEngine.ts'
import { name, type Sql, sql } from '../../db/sql.ts'
import type { ConnectionEpoch } from '../../runtime/cache/ConnectionEpoch.ts'
import { dateText } from '../../runtime/now.ts'
import type { LogEntry } from '../LogEntry.ts'
import { type LogPolicy, selectWanted } from '../LogPolicy.ts'
import type { LogStore, StoreOutcome } from '../LogStore.ts'
import { type LogSize, LogTrimmer } from '../LogTrimmer.ts'

/** Replaces what PostgreSQL cannot store in a text: the character NUL and halves of surrogate pairs. */
function storableText(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed()
}

/** Matches an escaped backslash, or the escape of a character that PostgreSQL cannot store. `JSON.stringify` escapes no pairs. */
const escaped = /\\\\|\\u(?:0000|d[89a-f][\da-f]{2})/gi

/** Replaces the escapes of characters in JSON that PostgreSQL could not read: the JSON must come from `JSON.stringify`. */
function storableJson(json: string): string {
  return json.includes('\\u') ? json.replace(escaped, found => (found === '\\\\' ? found : '\\ufffd')) : json
}

/** Maximum duration of a statement, so that a database that does not respond cannot keep the server from closing. */
const statementTimeoutMs = 30_000
/** Bytes of an entry in the table and its indexes beside its message and data. */
const bytesPerEntry = 350

/** Errors after which entries are stored again: during a failover, for example, the server only reads for a while. */
const temporaryKinds = ['busy', 'conflict', 'full', 'readOnly', 'unreachable'] as const

const rowOf = ({ level, message, data, created }: LogEntry) => ({
  id: timedId(created),
  level,
  message: storableText(message),
  data: storableJson(data),
  created: dateText(new Date(created)),
})

/** Inserts entries as one JSON array, which takes a fifth of the time of one INSERT per entry. */
const insertionOf = (entries: readonly LogEntry[]): Sql => sql`
  INSERT INTO ${name('_logs')} (id, level, message, data, created, updated)
  SELECT id, level, message, data::json, created, created FROM json_to_recordset(${JSON.stringify(entries.map(rowOf))}::json)
    AS entry (id text, level double precision, message text, data text, created text)`

/**
 * The space of the entries. A table does not shrink when rows are deleted, so its size is only the upper bound.
 * Triggers count the bytes of the entries together with the entries.
 */
const contentSize = sql`
  SELECT least(pg_total_relation_size('_logs'), coalesce(SUM(bytes) + SUM(total) * ${bytesPerEntry}, 0)) FROM ${name('_coffer_log_hours')}`

/** Stores the log in a PostgreSQL database. Several servers can write to the same log. */
export class PostgresLogStore implements LogStore {
  readonly #db: Engine
  readonly #trimmer: LogTrimmer

  /** Connects to the database only when entries are stored. */
  constructor(database: string, epoch?: ConnectionEpoch) {
    const connection = {
      ...connectionOptions(database),
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs,
    }
    this.#db = new PostgresEngine({
      connection,
      readConnections: 1,
      writeConnections: 1,
      readTimeoutMs: statementTimeoutMs,
      schemaVersion: () => 0,
      ...(epoch && { connections: epoch }),
    })
    this.#trimmer = new LogTrimmer(this.#db, () => this.#measure())
  }

  async store(entries: readonly LogEntry[], policy: LogPolicy): Promise<StoreOutcome> {
    const wanted = selectWanted(entries, policy)
    if (wanted.length === 0) return 'stored'
    try {
      // A crash of the database can cost the last entries, so that no batch waits for a disk.
      await this.#db.transaction(transaction =>
        transaction.runEach([sql`SET LOCAL synchronous_commit = off`, insertionOf(wanted)]),
      )
    } catch (error) {
      if (temporaryKinds.some(kind => isCausedBy(error, kind))) return 'unavailable'
      throw error
    }
    return (await this.#trimmer.isOver(policy.maxBytes)) ? 'full' : 'stored'
  }

  maintain(policy: LogPolicy): Promise<boolean> {
    return this.#trimmer.trim(policy)
  }

  close(): Promise<void> {
    return this.#db.close()
  }

  async #measure(): Promise<LogSize> {
    return { all: Number((await this.#db.row(contentSize))?.[0] ?? 0), free: 0 }
  }
}
