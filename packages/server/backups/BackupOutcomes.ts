import { messageOf } from '../errors/inspectError.ts'
import { dateText } from '../runtime/now.ts'

/** How a restore or an automatic backup ended. */
export interface BackupOutcome {
  /** The name of the backup; empty if it is not known. */
  key: string
  /** UTC, as in `2024-05-06 07:08:09.000Z`. */
  finished: string
  /** Why it failed, as a sentence; empty if it succeeded. */
  error: string
}

/**
 * Stores how the last work of each kind ended, for admins to see: what happens after a response, or without a request, has nobody to
 * report to. It outlives the data that a restore replaces, and ends with the process.
 */
export class BackupOutcomes {
  readonly #last: { lastRestore?: BackupOutcome; lastAutomaticBackup?: BackupOutcome } = {}

  /** Stores an outcome in place of the one before; without an error, the work succeeded. */
  note(kind: 'lastRestore' | 'lastAutomaticBackup', key: string, error?: unknown): void {
    this.#last[kind] = { key, finished: dateText(new Date()), error: error === undefined ? '' : messageOf(error) }
  }

  /** Returns the last outcome of each kind, as far as there was any. */
  get last(): Readonly<Record<string, BackupOutcome>> {
    return { ...this.#last }
  }
}
