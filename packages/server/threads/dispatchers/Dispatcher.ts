import type { Route } from '../../api/contract.ts'
import type { LogPolicy } from '../../logs/LogPolicy.ts'
import type { ApiReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { Audience } from '../../messages/Audience.ts'
import type { Effect } from '../../messages/Effect.ts'
import type { LogEntry } from '../../messages/LogEntry.ts'
import type { LogPage } from '../../messages/LogPage.ts'
import type { ComposedMail } from '../../messages/Mail.ts'
import type { MailOrder } from '../../messages/MailOrder.ts'
import type { RecordChange } from '../../messages/RecordChange.ts'
import type { SiteSettings } from '../../messages/SiteSettings.ts'
import type { PendingRemovals } from '../../records/removals/pendingRemovals.ts'
import type { Expired } from '../../records/undo/expireDeletions.ts'

/** Where requests are answered: in this thread, or in a pool of threads. */
export interface Dispatcher {
  /** What can be asked; a route's position is its name. The main thread does not load the endpoints themselves. */
  routes: readonly Route[]
  /** The answer to a request to the endpoint with this position, if it has been given before and still holds. */
  recall: (endpoint: number, request: Pick<ApiRequest, 'url' | 'headers'>) => ApiReply | undefined
  /** Answers a request to the endpoint with this position. Never rejects. */
  dispatch: (endpoint: number, request: ApiRequest) => Promise<ApiReply>
  /**
   * The reply to a request whose change has been made, with the JSON that its endpoint has left unserialized. Never rejects.
   */
  serialize: (endpoint: number, request: ApiRequest, reply: ApiReply) => Promise<ApiReply>
  /** What each audience is to be told of a change. */
  describe: (change: RecordChange, audiences: readonly Audience[]) => Promise<(string | undefined)[]>
  /** Tells whoever deletes records who listens. */
  listen: (added: readonly Audience[], removed: readonly Audience[]) => void
  /** Stores log entries in their order; no request waits for it. Returns whether the log has become larger than it may be. */
  writeLogs: (pages: LogPage[], policy: LogPolicy) => Promise<boolean>
  /** Does one piece of work on stored log entries. Returns whether more is left to do. */
  maintainLogs: (policy: LogPolicy) => Promise<boolean>
  /** Whether a read has found damage in the log that `maintainLogs` has not looked into yet. */
  isLogDamaged: () => boolean
  /** Has a listener called with entries that handlers add to the log. */
  whenLogged: (listener: (entry: LogEntry) => void) => void
  /** Whether the directory has an administrator. */
  hasAdmins: () => Promise<boolean>
  /** Why the stored settings cannot be read; undefined when they can. */
  settingsProblem: () => Promise<string | undefined>
  /** What the main thread has to know of the settings, as of the last commit. */
  siteSettings: () => Promise<SiteSettings>
  /** Has all threads know whether a backup is being made or restored. */
  noteBackup: (isUnderWay: boolean) => void
  /** Makes up a mail as of now; undefined when it is no longer wanted. */
  composeMail: (order: MailOrder) => Promise<ComposedMail | undefined>
  /** Stores that a mail was sent; gives what follows from that. */
  noteSent: (order: MailOrder) => Promise<Effect[]>
  /**
   * Ends the time of deletions that can be undone no longer, some at a time.
   * @param removed those of the last call, whose files have been removed
   */
  expireDeletions: (removed: readonly number[]) => Promise<Expired>
  /** Returns the removals of files that were recorded and not carried out. Rejects while their commits may be lost in a power cut. */
  pendingRemovals: () => Promise<PendingRemovals[]>
  /** Forgets recorded removals that have been carried out. */
  forgetRemovals: (entries: readonly string[]) => Promise<void>
  /** Lets requests under way end, then closes the files. A read that takes too long is left to itself. */
  close: () => Promise<void>
  /** Whether a read that was left to itself still runs. Nothing can interrupt it, and an exit of the process would wait for it. */
  isStuck: () => boolean
}
