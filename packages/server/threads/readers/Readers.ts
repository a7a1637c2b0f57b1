import type { StepResult } from '../../api/StepResult.ts'
import type { Describe } from '../../realtime/DescribedEvents.ts'
import type { RequestTask } from '../requests/RequestTask.ts'
import type { Thread } from '../workers/Thread.ts'

/** The threads and processes that run requests which only read. */
export interface Readers {
  /**
   * Runs a read. Rejects with `ReadRejectedError`, or with `UnansweredError` if its thread ends.
   * @param onWait called before it waits for a process
   */
  perform: (task: RequestTask, onWait?: () => void) => Promise<StepResult>
  /** Runs a read that mostly waits for something other than the database, such as a password hash. */
  performConcurrently: (task: RequestTask) => Promise<StepResult>
  /** Runs such a read if it has effects on another server, so that it must not be repeated. */
  performOnce: (task: RequestTask) => Promise<StepResult>
  /**
   * Creates the events of a change for audiences.
   * @throws EvaluationTooSlowError if it exceeds its time limit
   */
  describe: Describe
  /** Whether a read still runs that nothing can interrupt. */
  isStuck: () => boolean
  /** Returns the running threads, and the number of reads that wait for one. */
  load: () => { threads: readonly Pick<Thread, 'load' | 'activeMs' | 'remote'>[]; waiting: number }
  close: () => Promise<void>
}
