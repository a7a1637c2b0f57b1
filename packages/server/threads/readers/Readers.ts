import type { ThreadReply } from '../../messages/ApiReply.ts'
import type { Audience } from '../../messages/Audience.ts'
import type { RecordChange } from '../../messages/RecordChange.ts'
import type { RequestTask } from '../tasks/Task.ts'
import type { Thread } from '../workers/Thread.ts'

/** The threads and processes that run requests which only read. */
export interface Readers {
  /** Runs a read. Rejects with `ReadRejectedError`, or with the error that ended its thread. */
  perform: (task: RequestTask) => Promise<ThreadReply>
  /** Runs a read that mostly waits for something other than the database, such as a password hash. */
  performConcurrently: (task: RequestTask) => Promise<ThreadReply>
  /** Creates the event of a change for each audience; undefined for audiences that cannot see the record. */
  describe: (change: RecordChange, audiences: readonly Audience[]) => Promise<(string | undefined)[]>
  /** Whether a read still runs that nothing can interrupt. */
  isStuck: () => boolean
  /** Returns the running threads, and the number of reads that wait for one. */
  load: () => { threads: readonly Pick<Thread, 'load' | 'activeMs' | 'perform'>[]; waiting: number }
  close: () => Promise<void>
}
