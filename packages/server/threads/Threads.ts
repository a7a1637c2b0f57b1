import type { CommitListener } from '../db/commits.ts'
import type { LogEntry } from '../logs/LogEntry.ts'
import type { Describe } from '../realtime/DescribedEvents.ts'
import type { Versions } from '../runtime/cache/versions.ts'
import type { ThreadLoad, ThreadMeasures } from '../runtime/metrics/ThreadLoad.ts'
import type { Remote } from '../runtime/Remote.ts'
import type { Dispatcher } from './dispatchers/Dispatcher.ts'
import type { LogServices } from './logs/LogThread.ts'
import type { WriterServices } from './services.ts'

/** The load of the threads, and the size of the caches in bytes. */
interface TotalLoad {
  threads: ThreadLoad[]
  /** Number of reads that wait for a thread. */
  waitingReads: number
  cacheBytes: Record<string, number>
}

/** Receives what the writer announces. The events of a change precede its response. */
export interface WriterListener extends Pick<CommitListener, 'committed' | 'lost'> {
  /** Called with log entries that handlers add. */
  entry: (entry: LogEntry) => void
}

/** The threads that use the database: a pool of them, or the calling thread instead of all. */
export interface Threads {
  dispatcher: Dispatcher
  /** The services of the thread that writes. */
  writer: Remote<WriterServices>
  /** The stored log. */
  logs: Omit<Remote<LogServices>['logs'], 'close'>
  /** The events of changes, from their commits to what clients receive. */
  events: {
    /** Sets what receives the events of commits and log entries. */
    setListener: (listener: WriterListener) => void
    /** Notifies the writer of topics that clients are subscribed to, see `SubscribedTopics`. */
    listen: (added: readonly string[], removed: readonly string[]) => void
    /** Creates the events of a change for audiences, in a thread that reads. */
    describe: Describe
  }
  /** The version counters that the threads share. */
  versions: Versions
  /** Returns the current load, for metrics. */
  load: () => TotalLoad
  /** Returns what the threads measure themselves, without threads that are too busy to respond. */
  measure: () => Promise<(ThreadMeasures & { name: string })[]>
  /** Waits for running requests, then closes the files. Does not wait for a read that takes too long. */
  close: () => Promise<void>
  /** Returns whether an abandoned read still runs. Nothing can interrupt it, and a normal process exit would wait for it. */
  isStuck: () => boolean
}
