import type { Route } from '../../api/contract.ts'
import type { Config } from '../../config.ts'
import type { Effect } from '../../effects/Effect.ts'
import type { LogEntry } from '../../logs/LogEntry.ts'
import type { ComposedMail } from '../../mail/Mail.ts'
import type { MailOrder } from '../../mail/MailOrder.ts'
import type { Audience } from '../../realtime/Audience.ts'
import type { RecordChange } from '../../realtime/RecordChange.ts'
import type { Expired } from '../../records/undo/expireDeletions.ts'
import type { ApiReply } from '../../request/ApiReply.ts'
import type { ApiRequest } from '../../request/ApiRequest.ts'
import type { SiteSettings } from '../../settings/SiteSettings.ts'

/** What a thread starts with. */
export interface ThreadStart {
  role: 'reader' | 'writer'
  config: Config
  versions: SharedArrayBuffer
  /** What a reader shares with the main thread about its reads. */
  slots?: SharedArrayBuffer
}

/** A request to the endpoint with this position. */
export interface RequestTask {
  kind: 'request'
  endpoint: number
  request: ApiRequest
}

/** What the main thread asks of another. */
export type Task =
  | RequestTask
  /** A request that a reader takes from a slot, unless it has been taken back by then. */
  | { kind: 'read'; slot: number; task: RequestTask }
  | { kind: 'logs'; entries: LogEntry[] }
  | { kind: 'hasAdmins' }
  | { kind: 'settingsProblem' }
  | { kind: 'siteSettings' }
  | { kind: 'composeMail'; order: MailOrder }
  | { kind: 'noteSent'; order: MailOrder }
  | { kind: 'expireDeletions'; removed: readonly number[] }
  | { kind: 'describe'; change: RecordChange; audiences: readonly Audience[] }
  | { kind: 'listen'; added: readonly Audience[]; removed: readonly Audience[] }
  | { kind: 'close' }

/** What comes back for each kind of task. */
export interface TaskResults {
  request: ApiReply
  /** Undefined for a read that was taken back. */
  read: ApiReply | undefined
  logs: undefined
  hasAdmins: boolean
  settingsProblem: string | undefined
  siteSettings: SiteSettings
  composeMail: ComposedMail | undefined
  noteSent: Effect[]
  expireDeletions: Expired
  describe: (string | undefined)[]
  listen: undefined
  close: undefined
}

export type ToThread = { id: number; task: Task }

/** The id of a thread's first message, which says that it is there and which routes it knows. */
export const readyId = 0

/** The result of the first message. */
export type ReadyMessage = readonly Route[]

export type FromThread = { id: number; result: unknown } | { id: number; error: string }
