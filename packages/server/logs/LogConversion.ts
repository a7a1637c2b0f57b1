import { renameSync, rmSync } from 'node:fs'
import type { Reader } from '../db/engine.ts'
import type { SqliteWriter } from '../db/SqliteWriter.ts'
import { sql } from '../db/sql.ts'
import { openLogFile } from './openLogFile.ts'

/** Whether the file holds nothing but what 0.22 and Coffer put into a log. */
const isPlainLog = async (logs: Reader): Promise<boolean> => {
  const others = await logs.row(
    sql`SELECT 1 FROM sqlite_schema WHERE tbl_name NOT IN ('_logs', '_migrations')
      AND tbl_name NOT LIKE '!_coffer%' ESCAPE '!' AND tbl_name NOT LIKE 'sqlite!_%' ESCAPE '!'`,
  )
  return others === undefined
}

/**
 * Copies a log into a file that can return free space to the disk. A file that another server has created cannot, and VACUUM would stop
 * all writes while it copies everything at once; this copies some entries at a time.
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
   * Begins to copy the log at this path.
   * @returns undefined for a log that holds tables of other programs
   */
  static async begin(path: string, logs: SqliteWriter): Promise<LogConversion | undefined> {
    if (!(await isPlainLog(logs))) return undefined
    discardCopy(path)
    return new LogConversion(path, logs, await openLogFile(copyOf(path)))
  }

  /** Copies so many entries at most, and returns how many. Entries that are stored in the meantime come last. */
  async copy(count: number): Promise<number> {
    const rows = await this.#logs.rows(
      sql`SELECT rowid, id, level, message, data, created, updated FROM _logs WHERE rowid > ${this.#lastRow} ORDER BY rowid LIMIT ${count}`,
    )
    await this.#target.transaction(transaction =>
      transaction.runEach(
        rows.map(
          ([rowid = null, id = null, level = null, message = null, data = null, created = null, updated = null]) =>
            sql`INSERT INTO _logs (rowid, id, level, message, data, created, updated)
              VALUES (${rowid}, ${id}, ${level}, ${message}, ${data}, ${created}, ${updated})`,
        ),
      ),
    )
    this.#lastRow = Number(rows.at(-1)?.[0] ?? this.#lastRow)
    return rows.length
  }

  /** Closes the log and puts the copy in its place. */
  async finish(): Promise<void> {
    await this.#target.close()
    await this.#logs.close()
    // Entries in the write-ahead log of the old file would be written into the new one.
    rmSync(`${this.#path}-wal`, { force: true })
    rmSync(`${this.#path}-shm`, { force: true })
    renameSync(copyOf(this.#path), this.#path)
  }

  /** Gives up the copy; the log stays as it is. */
  async abandon(): Promise<void> {
    await this.#target.close()
    discardCopy(this.#path)
  }
}

const copyOf = (path: string) => `${path}.converted`

/** Removes a copy that an earlier process did not finish. */
export const discardCopy = (path: string): void => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(copyOf(path) + suffix, { force: true })
}
