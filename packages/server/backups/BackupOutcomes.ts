import { messageOf } from '../errors/inspectError.ts'
import { dateText } from '../runtime/now.ts'

/** The outcome of a restore or an automatic backup. */
export interface BackupOutcome {
  /** Name of the backup; empty if unknown. */
  key: string
  /** Time of completion in UTC, such as `2024-05-06 07:08:09.000Z`. */
  finished: string
  /** Error message; empty if it succeeded. */
  error: string
}

/** Paths, quoted names, and words with digits, in which messages about the same cause differ. */
const variableParts = /"[^"]*"|'[^']*'|\S*[\d/\\]\S*/g
const maxDailyMails = 5

/**
 * Stores the last outcome of each kind in memory, for admins. Restores finish after the response and automatic backups have no request, so
 * no response can report their errors. It must not be in the database, which a restore replaces.
 */
export class BackupOutcomes {
  #mailed: { day: string; causes: Set<string> } = { day: '', causes: new Set() }
  readonly #last: { lastRestore?: BackupOutcome; lastAutomaticBackup?: BackupOutcome } = {}

  /** Stores an outcome. Without an error, it is a success. */
  record(kind: 'lastRestore' | 'lastAutomaticBackup', key: string, error?: unknown): void {
    this.#last[kind] = { key, finished: dateText(new Date()), error: error === undefined ? '' : messageOf(error) }
  }

  /** Notes that admins get a mail about a failure. Returns false if they have got one about its cause on this day, in UTC. */
  noteMail(error: unknown): boolean {
    const day = dateText(new Date()).slice(0, 'YYYY-MM-DD'.length)
    if (day !== this.#mailed.day) this.#mailed = { day, causes: new Set() }
    const { causes } = this.#mailed
    const cause = messageOf(error).replaceAll(variableParts, '')
    if (causes.has(cause) || causes.size >= maxDailyMails) return false
    causes.add(cause)
    return true
  }

  /** The last outcome of each kind, if there is one. */
  get last(): Readonly<Record<string, BackupOutcome>> {
    return { ...this.#last }
  }
}
