import type { Upload } from '../messages/Upload.ts'
import type { Lookup } from './access/findAllowed.ts'
import { withHashes } from './pending/passwords.ts'
import type { StoredRecord } from './rows/StoredRecord.ts'

/** The submitted values and files of a record. */
export interface RecordInput {
  /** Values by key, including keys with modifiers. */
  values: Record<string, unknown>
  /** New files, by the field that their upload names. */
  files: readonly Upload[]
  /** The values as rules read them in `@request.data`; by default `values`. */
  ruleValues?: Record<string, unknown>
  /**
   * Whether the change follows PocketBase 0.23 and later: a requester whom the create rule rejects sees no issues, an id has only
   * lower-case letters and digits, and only a requester who manages the record can change `verified`.
   */
  isNewer?: true
  /** Whether the change follows others in one transaction, which can create the records that it refers to. */
  follows?: true
  /** What scripts see of the change, and have set, if it calls hooks of scripts. */
  scripted?: ScriptedChange
}

/** A change for which hooks of scripts are called: first it is validated and undone, then it is made with what they have set. */
export type ScriptedChange =
  /** The values that the hooks have set, which are stored without validation. The id of a new record is among them. */
  { values: Record<string, unknown> } | 'validate'

/** Thrown when a change is valid, with the record before and after it, so that hooks of scripts can be called. */
export class ValidatedChange extends Error {
  readonly after: StoredRecord
  readonly before: StoredRecord | undefined

  constructor(after: StoredRecord, before?: StoredRecord) {
    super('The change is valid.')
    this.after = after
    this.before = before
  }
}

/** Returns the record as hooks of scripts have left it. Passwords of fields that they have set are hashed. */
export async function withScripted(record: StoredRecord, scripted: ScriptedChange | undefined): Promise<StoredRecord> {
  if (!scripted || scripted === 'validate') return record
  const values = await withHashes(record.collection, scripted.values)
  return { ...record, values: { ...record.values, ...values } }
}

/** A created or updated record, and what the rules have read. */
export interface WrittenRecord {
  record: StoredRecord
  lookup: Lookup
}
