import { constants, type DatabaseSync } from 'node:sqlite'
import type { ReadSet } from '../engine.ts'
import { deadlineFunction } from './openDatabase.ts'

/** SQLite functions whose results depend on time or randomness, apart from `random`, which is counted. */
const nondeterministicFunctions = new Set([
  'randomblob',
  'date',
  'time',
  'datetime',
  'julianday',
  'unixepoch',
  'strftime',
  'timediff',
  'current_date',
  'current_time',
  'current_timestamp',
])
/** Functions that SQLite reports as tables. */
const tableFunctions = new Set(['json_each', 'json_tree'])

/** Whether an authorizer context is a view. Generated SQL names its own subqueries with a leading `#`. */
const isView = (context: string | null): boolean => context !== null && !context.startsWith('#')

/** The reads of one statement. */
export interface StatementReads extends ReadSet {
  /** Calls of `random`, without the calls that only choose the rows at which the deadline is checked. */
  randomCalls: number
}

export function emptyReadSet(): StatementReads {
  return { tables: new Set(), isNondeterministic: false, randomCalls: 0 }
}

/**
 * Traces which tables the statements of a connection read, including the tables of views. SQLite calls the authorizer for each
 * table when it prepares a statement, and again before a run if the schema has changed.
 */
export class ReadTracer {
  #statement = emptyReadSet()
  readonly #begun = new Set<Set<StatementReads>>()

  /** @param rejectView if set, statements that read a view are rejected and this function is called */
  constructor(database: DatabaseSync, rejectView?: () => void) {
    database.setAuthorizer((action, first, second, _, context) => {
      if (rejectView && isView(context)) {
        rejectView()
        return constants.SQLITE_DENY
      }
      if (action === constants.SQLITE_READ && first && !tableFunctions.has(first)) this.#statement.tables.add(first)
      else if (action === constants.SQLITE_FUNCTION) this.#addCall(second ?? '')
      return constants.SQLITE_OK
    })
  }

  /** Sets the read set of the current statement. Call it before a statement is prepared and before each run. */
  enter(statement: StatementReads): void {
    this.#statement = statement
    this.add(statement)
  }

  /** Adds a read set to all active traces. */
  add(reads: StatementReads): void {
    for (const seen of this.#begun) seen.add(reads)
  }

  #addCall(name: string): void {
    if (name === 'random') this.#statement.randomCalls += 1
    else if (name === deadlineFunction) this.#statement.randomCalls -= 1
    else if (nondeterministicFunctions.has(name)) this.#statement.isNondeterministic = true
  }

  /** Starts a trace. Returns a function that ends it and returns its read set. */
  begin(): () => ReadSet {
    const seen = new Set<StatementReads>()
    this.#begun.add(seen)
    return () => {
      this.#begun.delete(seen)
      const all: ReadSet = { tables: new Set(), isNondeterministic: false }
      for (const { tables, isNondeterministic, randomCalls } of seen) {
        for (const table of tables) all.tables.add(table)
        all.isNondeterministic ||= isNondeterministic || randomCalls > 0
      }
      return all
    }
  }
}
