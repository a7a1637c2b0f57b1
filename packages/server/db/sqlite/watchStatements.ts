import { DatabaseSync, type DatabaseSyncOptions, type StatementSync } from 'node:sqlite'

/** Called after each statement with its text and duration. */
export type StatementWatcher = (text: string, milliseconds: number) => void

const runMethods: ReadonlySet<PropertyKey> = new Set(['all', 'get', 'run'])

const timed = <Result>(watcher: StatementWatcher, text: string, work: () => Result): Result => {
  const started = performance.now()
  try {
    return work()
  } finally {
    watcher(text, performance.now() - started)
  }
}

const watchedStatement = (statement: StatementSync, text: string, watcher: StatementWatcher): StatementSync =>
  new Proxy(statement, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      const method = value.bind(target) as (...values: unknown[]) => unknown
      return runMethods.has(key) ? (...values: unknown[]) => timed(watcher, text, () => method(...values)) : method
    },
  })

class WatchedDatabase extends DatabaseSync {
  readonly #watcher: StatementWatcher

  constructor(path: string, options: DatabaseSyncOptions, watcher: StatementWatcher) {
    super(path, options)
    this.#watcher = watcher
  }

  override prepare(...parts: Parameters<DatabaseSync['prepare']>): StatementSync {
    return watchedStatement(super.prepare(...parts), parts[0], this.#watcher)
  }

  override exec(text: string): void {
    timed(this.#watcher, text, () => super.exec(text))
  }
}

let current: StatementWatcher | undefined

/** Sets the watcher for all databases that this thread opens from now on. Without a watcher, statements have no overhead. */
export const watchStatements = (watcher: StatementWatcher): void => {
  current = watcher
}

/** Opens a database, with the current watcher if there is one. */
export const createDatabase = (path: string, options: DatabaseSyncOptions): DatabaseSync =>
  current ? new WatchedDatabase(path, options, current) : new DatabaseSync(path, options)
