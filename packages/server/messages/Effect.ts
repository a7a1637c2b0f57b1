import type { MailOrder } from './MailOrder.ts'
import type { Message, RecordChange } from './RecordChange.ts'
import type { SiteSettings } from './SiteSettings.ts'

/** A record with the names under which its files are stored. */
export interface RecordFiles {
  id: string
  files: readonly string[]
}

/** Removes the file, or every file below the prefix when it ends with a slash. Keys are relative to the storage root. */
interface FilesRemoval {
  kind: 'removeFiles'
  prefix: string
}

/** Removes the named files of deleted records with their thumbs, and what else has long been in their folders. */
interface RecordFilesRemoval {
  kind: 'removeRecordFiles'
  collectionId: string
  records: readonly RecordFiles[]
}

/** The removal of files; `entry` is the id under which the transaction has recorded it. */
export type Removal = (FilesRemoval | RecordFilesRemoval) & { entry?: string }

/** Something that happens after a commit, outside of the transaction; plain data, performed by the main thread. */
export type Effect =
  | Removal
  /** The set of administrators changed. */
  | { kind: 'adminsChanged' }
  /** The tokens of this key hold no longer, though no record changed. */
  | { kind: 'tokensEnded'; tokenKey: string }
  /** The settings changed, and with them what the main thread knows of them. */
  | { kind: 'settingsChanged'; settings: SiteSettings }
  /** Tells those who listen of changed records; what they are told of deleted ones is known already. */
  | { kind: 'recordsChanged'; changes: readonly RecordChange[]; messages: readonly Message[] }
  /** Sends a mail in the background; nothing waits for it. */
  | { kind: 'sendMail'; order: MailOrder }

export const isRemoval = (effect: Effect): effect is Removal =>
  effect.kind === 'removeFiles' || effect.kind === 'removeRecordFiles'
