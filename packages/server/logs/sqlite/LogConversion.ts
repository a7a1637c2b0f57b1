import { renameSync, rmSync } from 'node:fs'
import type { Reader } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import type { SqliteWriter } from '../../db/sqlite/SqliteWriter.ts'
import { openLogFile } from './openLogFile.ts'

/** Whether the file contains only the tables of PocketBase 0.22 and Coffer. */
const isPlainLog = async (logs: Reader): Promise<boolean> =>
  (await logs.schema.tables(logs)).every(table => /^(?:_logs$|_migrations$|_coffer)/.test(table))

/**
 * Copies a log, some entries at a time, into a file that supports incremental vacuuming. Files that another server has created do
 * not, and VACUUM would block all writes while it copies the whole file.
 */
export class LogConversion {
  readonly #logs: SqliteWriter
  readonly #target: SqliteWriter
  readonly #path: string
  #lastRow = 0

  private constructor(path: string, logs: SqliteWriter, target: SqliteWriter) {
    this.#path = path
    this.#logs = logs
    this.#target = target
  }

  /**
   * Starts to copy a log.
   * @returns undefined if the log contains tables of other programs
   */
  static async begin(path: string, logs: SqliteWriter): Promise<LogConversion | undefined> {
    if (!(await isPlainLog(logs))) return undefined
    discardCopy(path)
    return new LogConversion(path, logs, await openLogFile(copyOf(path)))
  }

  /** Copies up to `count` entries and returns their number. Entries that are stored in the meantime are copied last. */
  async copy(count: number): Promise<number> {
    const { rowNumber } = this.#logs.dialect
    const rows = await this.#logs.rows(
      sql`SELECT ${rowNumber}, id, level, message, data, created, updated FROM ${name('_logs')}
        WHERE ${rowNumber} > ${this.#lastRow} ORDER BY ${rowNumber} LIMIT ${count}`,
    )
    await this.#target.transaction(transaction =>
      transaction.runEach(
        rows.map(
          ([row = null, id = null, level = null, message = null, data = null, created = null, updated = null]) =>
            sql`INSERT INTO ${name('_logs')} (${rowNumber}, id, level, message, data, created, updated)
              VALUES (${row}, ${id}, ${level}, ${message}, ${data}, ${created}, ${updated})`,
        ),
      ),
    )
    this.#lastRow = Number(rows.at(-1)?.[0] ?? this.#lastRow)
    return rows.length
  }

  /** Closes the log and replaces it with the copy. */
  async finish(): Promise<void> {
    await this.#target.close()
    await this.#logs.close()
    // SQLite would apply the write-ahead log of the old file to the new one.
    rmSync(`${this.#path}-wal`, { force: true })
    rmSync(`${this.#path}-shm`, { force: true })
    renameSync(copyOf(this.#path), this.#path)
  }

  /** Discards the copy. The log stays unchanged. */
  async abandon(): Promise<void> {
    await this.#target.close()
    discardCopy(this.#path)
  }
}

const copyOf = (path: string) => `${path}.converted`

/** Removes an unfinished copy. */
export function discardCopy(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(copyOf(path) + suffix, { force: true })
}
