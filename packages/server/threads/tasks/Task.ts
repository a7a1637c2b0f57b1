import type { ApiReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { Audience } from '../../messages/Audience.ts'
import type { Effect } from '../../messages/Effect.ts'
import type { ComposedMail } from '../../messages/Mail.ts'
import type { MailOrder } from '../../messages/MailOrder.ts'
import type { RecordChange } from '../../messages/RecordChange.ts'
import type { SiteSettings } from '../../messages/SiteSettings.ts'
import type { PendingRemovals } from '../../records/removals/pendingRemovals.ts'
import type { Expired } from '../../records/undo/expireDeletions.ts'

/** A request to the endpoint with this position. */
export interface RequestTask {
  kind: 'request'
  endpoint: number
  request: ApiRequest
  /** Only parse the body, or only serialize what the writer has left unserialized. */
  step?: 'parse' | 'serialize'
  unserialized?: Uint8Array
}

/** What the main thread asks of another. */
export type Task =
  | RequestTask
  /** A request that a reader takes from a slot, unless it has been taken back by then. */
  | { kind: 'read'; slot: number; task: RequestTask }
  | { kind: 'hasAdmins' }
  | { kind: 'settingsProblem' }
  | { kind: 'siteSettings' }
  | { kind: 'composeMail'; order: MailOrder }
  | { kind: 'noteSent'; order: MailOrder }
  | { kind: 'expireDeletions'; removed: readonly number[] }
  | { kind: 'pendingRemovals' }
  | { kind: 'forgetRemovals'; entries: readonly string[] }
  | { kind: 'describe'; change: RecordChange; audiences: readonly Audience[] }
  | { kind: 'listen'; added: readonly Audience[]; removed: readonly Audience[] }
  | { kind: 'close' }

/** What comes back for each kind of task. */
export interface TaskResults {
  request: ApiReply
  /** Undefined for a read that was taken back. */
  read: ApiReply | undefined
  hasAdmins: boolean
  settingsProblem: string | undefined
  siteSettings: SiteSettings
  composeMail: ComposedMail | undefined
  noteSent: Effect[]
  expireDeletions: Expired
  pendingRemovals: PendingRemovals[]
  forgetRemovals: undefined
  /** Null for an audience whose message depends on a read of a view, for which a process is needed. */
  describe: (string | null | undefined)[]
  listen: undefined
  close: undefined
}
