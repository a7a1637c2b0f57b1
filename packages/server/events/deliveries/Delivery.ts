/**
 * `waiting`: due at some time. `delivered`: done. `parked`: given up after all attempts, or at once if further attempts are useless;
 * it can be sent again.
 */
export type DeliveryState = 'waiting' | 'delivered' | 'parked'

/** Something that a target is to receive. */
export interface PlannedDelivery {
  /** The receiver, such as the id of a web hook. */
  target: string
  /** What it is about, such as a record. Deliveries about the same subject arrive in their order. */
  subject: string
  /** What to deliver, which only the consumer understands. */
  content: string
  /** Why it is parked at once instead of delivered. */
  problem?: string
}

/** A delivery that is due. */
export interface DueDelivery extends Omit<PlannedDelivery, 'problem'> {
  id: number
  /** An id that is the same for all attempts, by which a receiver recognizes one that it has already received. */
  message: string
  /** When it was planned, in milliseconds since 1970. */
  created: number
  /** Number of attempts so far. */
  attempts: number
}

/** An attempt of a delivery, by its id and the number of attempts before. */
export type DeliveryAttempt = Pick<DueDelivery, 'id' | 'attempts'>

/** The result of an attempt. */
export interface DeliveryOutcome {
  state: DeliveryState
  /** When it is due again, in milliseconds since 1970, if it still waits. */
  due?: number
  /** What is shown of the attempt, as JSON. */
  outcome: string
}

/** The deliveries of a target that are due. */
export interface DueDeliveries {
  deliveries: DueDelivery[]
  /** When the next one is due, in milliseconds since 1970; undefined if no other one waits. */
  nextDue: number | undefined
}

/** A delivery as admins see it. */
export interface StoredDelivery extends DueDelivery {
  state: DeliveryState
  /** When it is due, or was sent for the last time, in milliseconds since 1970. */
  due: number
  ended: number
  outcome: string
}

/** Number of deliveries of a target by state. */
export type DeliveryCounts = Partial<Record<DeliveryState, number>>

/** Whether there are more changes to plan; `full` if the next ones stay in the log, because too many deliveries to a target wait. */
export type PlanResult = boolean | 'full'

/** The operations of a queue of deliveries on the database. When something is due, they tell by the clock of this machine. */
export interface DeliveryStore {
  /** Plans the deliveries of the next changes in the log. */
  plan: () => Promise<PlanResult>
  /** Removes what is no longer needed from the log. Returns the number of changes that were removed although nobody has handled them. */
  trim: () => Promise<number>
  /** Lists the targets with deliveries that wait. */
  targets: () => Promise<string[]>
  /** Lists deliveries of a target that are due. A delivery that follows another one about the same subject is not due yet. */
  due: (target: string, limit: number, running: readonly number[]) => Promise<DueDeliveries>
  deliver: (delivery: DueDelivery, signal: AbortSignal) => Promise<DeliveryOutcome>
  settle: (attempt: DeliveryAttempt, outcome: DeliveryOutcome) => Promise<void>
}
