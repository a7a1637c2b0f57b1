import type { Plain } from '../../pb/Host.ts'
import { nothingFound } from './errors.ts'
import { dbx } from './expressions.ts'
import { createDb } from './queries.ts'
import type { ScriptRunner } from './ScriptRunner.ts'

/** Reads the log, as `$app.logsDao()` of 0.22. Entries are written with `$app.logger()`. */
export class LogsDao {
  readonly #ask: (name: string, ...args: unknown[]) => unknown

  constructor({ callHost }: ScriptRunner) {
    this.#ask = (name, ...args) => callHost('logs', [name, ...args])
  }

  db = () =>
    createDb(this.#ask, () => {
      throw new Error('The log can only be read.')
    })
  logQuery = () => this.db().select('{{_logs}}.*').from('{{_logs}}')
  hasTable = (name: string): boolean => (this.#ask('tables') as string[]).includes(String(name).toLowerCase())
  tableColumns = (name: string): string[] => (this.#ask('columns', String(name)) as string[]).sort()

  findLogById = (id: string): Plain => {
    const found: Plain[] = []
    this.logQuery()
      .where(dbx.hashExp({ id: String(id) }))
      .all(found)
    const [entry] = found
    if (!entry) throw nothingFound()
    return { ...entry, data: typeof entry.data === 'string' ? JSON.parse(entry.data) : entry.data }
  }
}
