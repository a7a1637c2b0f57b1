import { statSync } from 'node:fs'
import { isDatabaseError } from '../../db/DatabaseError.ts'
import type { Engine, Reader } from '../../db/engine.ts'
import { inspectQueries } from '../../db/sqlite/inspectQueries.ts'
import { SqliteReader } from '../../db/sqlite/SqliteReader.ts'
import { sqliteDialect } from '../../db/sqlite/sqliteDialect.ts'
import { sqliteSchema } from '../../db/sqlite/sqliteSchema.ts'
import type { LogReader } from '../LogStore.ts'
import { isLogCounted } from './logHours.ts'

/**
 * Reads `logs.db`. The file can be replaced at any time, because a damaged log is moved aside and a log of another server is
 * converted. Each read therefore checks whether the open file is still the one at the path.
 */
export class SqliteLogReader implements LogReader {
  readonly dialect = sqliteDialect
  readonly schema = sqliteSchema
  readonly #path: string
  readonly #onDamage: () => void
  #reader: SqliteReader | undefined
  #file: number | undefined

  /** @param damaged called when a read finds that the file is damaged */
  constructor(path: string, damaged: () => void) {
    this.#path = path
    this.#onDamage = damaged
  }

  rows: Reader['rows'] = (statement, maxLength) => this.#read(reader => reader.rows(statement, maxLength))
  row: Reader['row'] = statement => this.#read(reader => reader.row(statement))

  inspectQueries: Engine['inspectQueries'] = work => inspectQueries(this.#path, work)

  isCounted = (): Promise<boolean> => isLogCounted(this)

  async close(): Promise<void> {
    await this.#reader?.close()
    this.#reader = undefined
  }

  async #read<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    const file = statSync(this.#path, { throwIfNoEntry: false })?.ino
    if (file !== this.#file) await this.close()
    this.#file = file
    this.#reader ??= new SqliteReader(this.#path)
    try {
      return await work(this.#reader)
    } catch (error) {
      if (isDatabaseError(error, 'damaged')) this.#onDamage()
      throw error
    }
  }
}
