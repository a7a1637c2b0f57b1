import type { RecordChange, RemovedRecords } from '../records/changes/RecordChange.ts'
import type { RecordsContext } from '../records/RecordsContext.ts'
import type { RecordFormat } from '../records/visible/VisibleRecord.ts'
import type { Audience } from './Audience.ts'
import type { SlowSubscriptionCache } from './TimeBudget.ts'

/** The parts of the app that creating realtime events needs. */
export interface RealtimeContext extends Pick<RecordsContext, 'config' | 'db' | 'catalog'> {
  recordFormat: RecordFormat
  /** Subscriptions whose options took long to evaluate. */
  slowAudiences: SlowSubscriptionCache
}

/** Asks for the events of a committed change for audiences. */
export interface DescribeRequest {
  change: RecordChange
  /** The records that the transaction of a deletion has removed. They are sent only if the evaluation needs them. */
  removed?: RemovedRecords
  audiences: readonly Audience[]
  /** Set if the audiences have missed the change, so that their earlier rights are not known. */
  isMissed?: boolean
  /** The address that pays for the evaluation; absent for subscriptions without options. */
  client?: string
  /** The number under which the thread marks the evaluation while it runs. */
  evaluation?: number
}

/**
 * Creates the events of a change for audiences.
 * @param onWait called before it waits for a process
 * @throws EvaluationTooSlowError if it exceeds its time limit
 */
export type Describe = (request: DescribeRequest, onWait?: () => void) => Promise<DescribedEvents>

/** Thrown when an evaluation has exceeded its time limit and was given up. */
export class EvaluationTooSlowError extends Error {
  /** Milliseconds that count for the client. */
  readonly spentMs: number

  constructor(spentMs: number, options?: ErrorOptions) {
    super('The evaluation of subscriptions took longer than its time limit.', options)
    this.spentMs = spentMs
  }
}

/** The events of a change for audiences. */
export interface DescribedEvents {
  /** The distinct events as JSON: `{"record": …, "action": …}`. */
  texts: readonly string[]
  /**
   * The position of the text for each audience: undefined for an audience that cannot see the record or is `late`, and null if the
   * evaluation reads a view, which needs a process.
   */
  textOf: readonly (number | null | undefined)[]
  /**
   * The positions of audiences that may miss an event: there was no time or memory for their evaluation, or they have missed the
   * change, and it is not known whether they could see it then.
   */
  late: readonly number[]
  /** Milliseconds of evaluating subscriptions with options. */
  spentMs: number
  /** The positions of audiences whose rules or filters read collections with removed records. */
  needRemoved: readonly number[]
}
