import { DatabaseSync, type DatabaseSyncOptions, type StatementSync } from 'node:sqlite'
import { maskValues } from '../maskValues.ts'
import { type PrintStatement, statementPrinter } from '../printStatements.ts'

/** Pragmas are not printed, because connections run them all the time. */
const isPragma = /^\s*PRAGMA\b/i

const runMethods: ReadonlySet<PropertyKey> = new Set(['all', 'get', 'run'])

function timed<Result>(print: PrintStatement, text: string, work: () => Result): Result {
  const started = performance.now()
  try {
    return work()
  } finally {
    if (!isPragma.test(text)) print(maskValues(text, 'sqlite'), performance.now() - started)
  }
}

const printedStatement = (statement: StatementSync, text: string, print: PrintStatement): StatementSync =>
  new Proxy(statement, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      const method = value.bind(target) as (...values: unknown[]) => unknown
      return runMethods.has(key) ? (...values: unknown[]) => timed(print, text, () => method(...values)) : method
    },
  })

class PrintedDatabase extends DatabaseSync {
  readonly #print: PrintStatement

  constructor(path: string, options: DatabaseSyncOptions, print: PrintStatement) {
    super(path, options)
    this.#print = print
  }

  override prepare(...parts: Parameters<DatabaseSync['prepare']>): StatementSync {
    return printedStatement(super.prepare(...parts), parts[0], this.#print)
  }

  override exec(text: string): void {
    timed(this.#print, text, () => super.exec(text))
  }
}

/** Opens a database. Its statements are printed if this thread prints them; otherwise, they have no overhead. */
export function createDatabase(path: string, options: DatabaseSyncOptions): DatabaseSync {
  const print = statementPrinter()
  return print ? new PrintedDatabase(path, options, print) : new DatabaseSync(path, options)
}
