import type { ReadSet } from '../engine.ts'
import type { Translated } from './translate.ts'
import type { ViewSources } from './viewSources.ts'

/** Records which tables the statements of an engine read. */
export class ReadTraces {
  readonly #begun = new Set<ReadSet>()

  /** Adds the tables of a statement to all active traces, and the tables behind its views. */
  enter({ tables, isNondeterministic }: Translated, views: ViewSources): void {
    for (const reads of this.#begun) {
      for (const table of tables) {
        reads.tables.add(table)
        const view = views.get(table)
        for (const source of view?.tables ?? []) reads.tables.add(source)
        reads.isNondeterministic ||= view?.isNondeterministic ?? false
      }
      reads.isNondeterministic ||= isNondeterministic
    }
  }

  /** Adds a table to all active traces. */
  add(table: string): void {
    for (const reads of this.#begun) reads.tables.add(table)
  }

  /** Starts a trace. Returns a function that ends it and returns its read set. */
  begin(): () => ReadSet {
    const reads: ReadSet = { tables: new Set(), isNondeterministic: false }
    this.#begun.add(reads)
    return () => {
      this.#begun.delete(reads)
      return reads
    }
  }
}
