import type { Collection } from '@coffer/schema'
import type { Transaction } from '../db/engine.ts'

/** A migration that is written but does not count yet. */
export interface PreparedMigration {
  /** Called once the change is committed. */
  keep: () => void
  /** Called if the change was rolled back. */
  discard: () => void
}

/** Writes changes of collections as migrations. */
export interface MigrationWriter {
  /**
   * Writes the change that a transaction has made, and records the migration as applied.
   * @param before the collections before the change
   * @returns undefined if nothing has changed
   * @throws Rejection if the migration cannot be written
   */
  prepare: (transaction: Transaction, before: readonly Collection[]) => Promise<PreparedMigration | undefined>
}
