import { DatabaseSync } from 'node:sqlite'
import { classifyingErrors } from './classifyError.ts'

/**
 * Creates a file that can return free pages to the disk, which is only possible before the first table is created. Reads the schema
 * of an existing file to find damage.
 * @throws DatabaseError of the kind `damaged` when the file is damaged
 */
export const prepareShrinkableFile = (path: string): void =>
  classifyingErrors(() => {
    using database = new DatabaseSync(path, { timeout: 10_000 })
    database.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL')
    database.prepare('SELECT count(*) FROM sqlite_schema').get()
  })
