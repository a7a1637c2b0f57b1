import { constants, type DatabaseSync } from 'node:sqlite'

/** What statements read: the names of tables, and whether the result depends on the moment as well. */
export interface ReadNote {
  tables: Set<string>
  isMomentary: boolean
}

/** SQLite's functions of time and chance. */
const momentary = new Set([
  ...['random', 'randomblob', 'date', 'time', 'datetime', 'julianday', 'unixepoch', 'strftime', 'timediff'],
  ...['current_date', 'current_time', 'current_timestamp'],
])
/** Functions that SQLite lists among the tables. */
const tableFunctions = new Set(['json_each', 'json_tree'])

/** The name of a view that SQLite prepares a part of. Names that generated SQL gives to its own parts begin with `#`. */
const isView = (context: string | null): boolean => context !== null && !context.startsWith('#')

export const emptyNote = (): ReadNote => ({ tables: new Set(), isMomentary: false })

/**
 * Knows what the statements of a connection read, behind views as well, from SQLite itself: it asks for leave to read each table
 * when it prepares a statement, which it may do again before a run when a table has changed.
 */
export class ReadTrace {
  #statement = emptyNote()
  readonly #begun = new Set<Set<ReadNote>>()

  /** @param rejectView called when a statement reads a view, which is then not prepared; views may be read where it is absent */
  constructor(database: DatabaseSync, rejectView?: () => void) {
    database.setAuthorizer((action, first, second, _, context) => {
      if (rejectView && isView(context)) {
        rejectView()
        return constants.SQLITE_DENY
      }
      if (action === constants.SQLITE_READ && first && !tableFunctions.has(first)) this.#statement.tables.add(first)
      else if (action === constants.SQLITE_FUNCTION && momentary.has(second ?? '')) this.#statement.isMomentary = true
      return constants.SQLITE_OK
    })
  }

  /** To be called with a statement's own note before it is prepared and before each run. */
  enter(statement: ReadNote): void {
    this.#statement = statement
    this.add(statement)
  }

  /** Adds to what is being noted. */
  add(note: ReadNote): void {
    for (const seen of this.#begun) seen.add(note)
  }

  /** Begins to note what is read; the result ends it and gives the note. */
  begin(): () => ReadNote {
    const seen = new Set<ReadNote>()
    this.#begun.add(seen)
    return () => {
      this.#begun.delete(seen)
      const all = emptyNote()
      for (const { tables, isMomentary } of seen) {
        for (const table of tables) all.tables.add(table)
        all.isMomentary ||= isMomentary
      }
      return all
    }
  }
}
