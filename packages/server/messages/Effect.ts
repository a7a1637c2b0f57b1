import type { MailJob } from './MailJob.ts'
import type { Message, RecordChange } from './RecordChange.ts'
import type { SiteSettings } from './SiteSettings.ts'

/** The id of a record with the stored names of its files. */
export interface RecordFiles {
  id: string
  files: readonly string[]
}

/** Removes a file by its storage key, or all files below a prefix that ends with a slash. */
interface FilesRemoval {
  kind: 'removeFiles'
  prefix: string
}

/** Removes the files of deleted records, their thumbs, and old leftovers in their folders. */
interface RecordFilesRemoval {
  kind: 'removeRecordFiles'
  collectionId: string
  records: readonly RecordFiles[]
}

/** A removal of files. `entry` is the id of its row in the database, which the transaction has written. */
export type Removal = (FilesRemoval | RecordFilesRemoval) & { entry?: string }

/** An effect of a commit outside of the database, as plain data. The main thread performs it. */
export type Effect =
  | Removal
  /** The set of admins has changed. */
  | { kind: 'adminsChanged' }
  /** The tokens signed with this key are revoked, although no record has changed. */
  | { kind: 'tokensRevoked'; tokenKey: string }
  /** The settings have changed. */
  | { kind: 'settingsChanged'; settings: SiteSettings }
  /** Records have changed. `messages` are the events of deletions, which were created before the commit. */
  | { kind: 'recordsChanged'; changes: readonly RecordChange[]; messages: readonly Message[] }
  /** Adds a mail to the queue that the request has not stored. */
  | { kind: 'sendMail'; job: MailJob }
  /** A mail was stored in the queue. */
  | { kind: 'mailQueued' }

export const isRemoval = (effect: Effect): effect is Removal =>
  effect.kind === 'removeFiles' || effect.kind === 'removeRecordFiles'
