import type { Route } from '../../api/contract.ts'
import type { LogPolicy } from '../../logs/LogPolicy.ts'
import type { StoreOutcome } from '../../logs/LogStore.ts'
import type { CompleteReply, ThreadReply, UnserializedReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { Audience } from '../../messages/Audience.ts'
import type { AttemptStore } from '../../messages/CountedAttempts.ts'
import type { LogEntry } from '../../messages/LogEntry.ts'
import type { LogPage } from '../../messages/LogPage.ts'
import type { MailStore } from '../../messages/QueuedMail.ts'
import type { RecordChange } from '../../messages/RecordChange.ts'
import type { SiteSettings } from '../../messages/SiteSettings.ts'
import type { ThreadLoad, ThreadMeasures } from '../../metrics/ThreadLoad.ts'
import type { PendingRemovals } from '../../records/removals/pendingRemovals.ts'
import type { ExpiredEntries } from '../../records/undo/expireUndoEntries.ts'
import type { CachedReply } from '../responseCache/CachedReply.ts'

/** The load of the threads, and the size of the caches in bytes. */
interface DispatcherLoad {
  threads: ThreadLoad[]
  /** Number of reads that wait for a thread. */
  waitingReads: number
  cacheBytes: Record<string, number>
}

/** Runs requests and other tasks, either in the calling thread or in a pool of threads. */
export interface Dispatcher {
  /** All routes. Methods refer to a route by its index, because the main thread does not load the endpoints themselves. */
  routes: readonly Route[]
  /** Returns the cached response to a request, if there is one that is still valid. */
  findCached: (endpoint: number, request: Pick<ApiRequest, 'url' | 'headers'>) => CachedReply | undefined
  /** Handles a request to the endpoint with this index. Never rejects. */
  dispatch: (endpoint: number, request: ApiRequest) => Promise<ThreadReply>
  /** Serializes the record of a committed change that the writer left unserialized. Never rejects. */
  serialize: (endpoint: number, request: ApiRequest, reply: UnserializedReply) => Promise<CompleteReply>
  /** Returns the event that each audience receives for a change; undefined for audiences that cannot see the record. */
  describe: (change: RecordChange, audiences: readonly Audience[]) => Promise<(string | undefined)[]>
  /** Returns a number that changes with every change of records. */
  recordsVersion: () => number
  /** Notifies the writer of added and removed subscriptions, because it evaluates them before it deletes records. */
  listen: (added: readonly Audience[], removed: readonly Audience[]) => void
  /** Stores log entries in order, without delaying requests. */
  writeLogs: (pages: LogPage[], policy: LogPolicy) => Promise<StoreOutcome>
  /** Runs one step of log maintenance. Returns whether there is more to do. */
  maintainLogs: (policy: LogPolicy) => Promise<boolean>
  /** Returns whether a read has found a corrupt log that `maintainLogs` has not repaired yet. */
  isLogDamaged: () => boolean
  /** Sets the listener for log entries that handlers add. */
  setLogListener: (listener: (entry: LogEntry) => void) => void
  /** Returns whether the data directory has at least one admin. */
  hasAdmins: () => Promise<boolean>
  /** Returns why the stored settings cannot be read; undefined if they can. */
  settingsProblem: () => Promise<string | undefined>
  /** Returns the last committed settings that the main thread uses. */
  siteSettings: () => Promise<SiteSettings>
  /** Publishes to all threads whether a backup is being created or restored. */
  noteBackup: (isUnderWay: boolean) => void
  /** The counts of attempts in the database. */
  attempts: AttemptStore
  /** The queue of mails in the database. */
  mails: MailStore
  /**
   * Expires a batch of deletions that can no longer be undone.
   * @param removed ids of deletions from the previous batch whose files have been removed
   */
  expireUndoEntries: (removed: readonly number[]) => Promise<ExpiredEntries>
  /** Returns the recorded file removals that are still to be done. Rejects while a power failure can still undo their commits. */
  pendingRemovals: () => Promise<PendingRemovals[]>
  /** Deletes the records of file removals that are done. */
  forgetRemovals: (entries: readonly string[]) => Promise<void>
  /** Returns the current load, for metrics. */
  load: () => DispatcherLoad
  /** Returns what the threads measure themselves, without threads that are too busy to respond. */
  measure: () => Promise<(ThreadMeasures & { name: string })[]>
  /** Returns the size of the database; undefined if it consists of files of the data directory. */
  databaseBytes: () => Promise<number | undefined>
  /** Waits for running requests, then closes the files. Does not wait for a read that takes too long. */
  close: () => Promise<void>
  /** Returns whether an abandoned read still runs. Nothing can interrupt it, and a normal process exit would wait for it. */
  isStuck: () => boolean
}
