import type { ThreadReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { Audience } from '../../messages/Audience.ts'
import type { CountedAttempts, StoredBucket } from '../../messages/CountedAttempts.ts'
import type { Effect } from '../../messages/Effect.ts'
import type { ComposedMail } from '../../messages/Mail.ts'
import type { MailJob } from '../../messages/MailJob.ts'
import type { ClaimedMails, MailClaim, MailOutcome, QueuedMail } from '../../messages/QueuedMail.ts'
import type { RecordChange } from '../../messages/RecordChange.ts'
import type { SiteSettings } from '../../messages/SiteSettings.ts'
import type { ThreadMeasures } from '../../metrics/ThreadLoad.ts'
import type { PendingRemovals } from '../../records/removals/pendingRemovals.ts'
import type { ExpiredEntries } from '../../records/undo/expireUndoEntries.ts'

/** A request to the endpoint with this index. */
export interface RequestTask {
  kind: 'request'
  endpoint: number
  request: ApiRequest
  /** Set to run only a part of the request: to parse its body, or to serialize the record that the writer has changed. */
  step?: { kind: 'parse' } | { kind: 'serialize'; bytes: Uint8Array }
}

/** A task that the main thread sends to another thread. */
export type Task =
  | RequestTask
  /** A request in a slot that the reader runs, unless the main thread takes it back first. */
  | { kind: 'read'; slot: number; task: RequestTask }
  | { kind: 'hasAdmins' }
  | { kind: 'settingsProblem' }
  | { kind: 'siteSettings' }
  | { kind: 'queueMail'; job: MailJob }
  | { kind: 'claimMails'; claim: MailClaim }
  | { kind: 'composeMail'; job: MailJob }
  | { kind: 'recordMailSent'; job: MailJob }
  | { kind: 'settleMail'; mail: QueuedMail; outcome: MailOutcome }
  | { kind: 'loadAttempts' }
  | { kind: 'addAttempts'; attempts: readonly CountedAttempts[] }
  | { kind: 'expireUndoEntries'; removed: readonly number[] }
  | { kind: 'pendingRemovals' }
  | { kind: 'forgetRemovals'; entries: readonly string[] }
  | { kind: 'describe'; change: RecordChange; audiences: readonly Audience[] }
  | { kind: 'listen'; added: readonly Audience[]; removed: readonly Audience[] }
  | { kind: 'measure' }
  | { kind: 'databaseBytes' }
  | { kind: 'close' }

/** The result of each kind of task. */
export interface TaskResults {
  request: ThreadReply
  /** Undefined if the read was taken back. */
  read: ThreadReply | undefined
  hasAdmins: boolean
  settingsProblem: string | undefined
  siteSettings: SiteSettings
  queueMail: boolean
  claimMails: ClaimedMails
  composeMail: ComposedMail | undefined
  recordMailSent: Effect[]
  settleMail: Effect[]
  loadAttempts: StoredBucket[]
  addAttempts: StoredBucket[]
  expireUndoEntries: ExpiredEntries
  pendingRemovals: PendingRemovals[]
  forgetRemovals: undefined
  /** Null for an audience whose event depends on a read of a view, which needs a process. */
  describe: (string | null | undefined)[]
  listen: undefined
  measure: ThreadMeasures
  /** Undefined for a database that consists of files. */
  databaseBytes: number | undefined
  close: undefined
}
