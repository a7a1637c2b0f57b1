import type { Route } from '../../api/contract.ts'
import type { RequestPart, StepResult } from '../../api/StepResult.ts'
import type { CommitListener } from '../../db/commits.ts'
import type { LogEntry } from '../../logs/LogEntry.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { Describe } from '../../realtime/DescribedEvents.ts'
import type { Versions } from '../../runtime/cache/versions.ts'
import type { ThreadLoad, ThreadMeasures } from '../../runtime/metrics/ThreadLoad.ts'
import type { Remote } from '../../runtime/Remote.ts'
import type { LogServices } from '../logs/LogThread.ts'
import type { Freshness } from '../nodes/Freshness.ts'
import type { CachedReply } from '../responseCache/ResponseCache.ts'
import type { WriterServices } from '../services.ts'

/** The load of the threads, and the size of the caches in bytes. */
interface DispatcherLoad {
  threads: ThreadLoad[]
  /** Number of reads that wait for a thread. */
  waitingReads: number
  cacheBytes: Record<string, number>
}

/** Receives what the writer announces. The events of a change precede its response. */
export interface DispatcherListener extends Pick<CommitListener, 'committed' | 'lost'> {
  /** Called with log entries that handlers add. */
  entry: (entry: LogEntry) => void
}

/** Runs requests and calls of services, either in the calling thread or in a pool of threads. */
export interface Dispatcher {
  /** All routes. Methods refer to a route by its index, because the main thread does not load the endpoints themselves. */
  routes: readonly Route[]
  /** Returns the cached response to a request, if there is one that is still valid. */
  findCached: (endpoint: number, request: Pick<ApiRequest, 'url' | 'headers' | 'dialect'>) => CachedReply | undefined
  /**
   * Runs a part of a request to the endpoint with this index in the thread that it needs. Its errors become error responses.
   * @param state what the step before has left
   * @throws UnansweredError if the thread ends before it responds
   * @throws Error if no thread is free in time
   */
  request: (endpoint: number, request: ApiRequest, part: RequestPart, state?: unknown) => Promise<StepResult>
  /** The services of the thread that writes. */
  writer: Remote<WriterServices>
  /** The stored log. */
  logs: Omit<Remote<LogServices>['logs'], 'close'>
  /** Creates the events of a change for audiences, in a thread that reads. */
  describe: Describe
  /** Notifies the writer of topics that clients are subscribed to, see `SubscribedTopics`. */
  listen: (added: readonly string[], removed: readonly string[]) => void
  /** Sets what receives the events of commits and log entries. */
  setListener: (listener: DispatcherListener) => void
  /** The version counters that the threads share. */
  versions: Versions
  /** Lets requests wait for the commits of other nodes. Absent if this is the only server of its database. */
  freshness?: Freshness
  /** Returns the current load, for metrics. */
  load: () => DispatcherLoad
  /** Returns what the threads measure themselves, without threads that are too busy to respond. */
  measure: () => Promise<(ThreadMeasures & { name: string })[]>
  /** Waits for running requests, then closes the files. Does not wait for a read that takes too long. */
  close: () => Promise<void>
  /** Returns whether an abandoned read still runs. Nothing can interrupt it, and a normal process exit would wait for it. */
  isStuck: () => boolean
}
