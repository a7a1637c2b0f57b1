import { ApiError } from '../../errors/ApiError.ts'

/** Maximum bytes that all request bodies, and those of one client, hold in memory. */
export interface BudgetSize {
  total: number
  perClient: number
}

/** Milliseconds after which an incomplete body can be dropped to make room for another one. */
const graceMs = 5_000

const tooSlow = () =>
  new ApiError(408, 'The request body arrived too slowly while the server was short of memory. Please send it again.')

const noRoom = () =>
  new ApiError(503, 'The server is receiving too many large requests. Please try again in a moment, or send less at once.')

/** The memory reserved for one body. */
export class BodyHold {
  readonly client: string
  readonly since: number
  bytes = 0
  isComplete = false
  readonly #resize: (hold: BodyHold, bytes: number) => void
  #reject: ((error: ApiError) => void) | undefined

  constructor(client: string, since: number, resize: (hold: BodyHold, bytes: number) => void) {
    this.client = client
    this.since = since
    this.#resize = resize
  }

  /** Sets the function that is called when the body is dropped before it is complete. */
  onTaken(reject: (error: ApiError) => void): void {
    this.#reject = reject
  }

  /**
   * Updates the number of bytes that the body takes.
   * @throws ApiError 503 when the budget has no room for them
   */
  resize(bytes: number): void {
    this.#resize(this, bytes)
  }

  /** Marks the body as complete, so that it can no longer be dropped. */
  complete(): void {
    this.isComplete = true
    // The function refers to the request, which would become old together with this object.
    this.#reject = undefined
  }

  release(): void {
    this.complete()
    this.#resize(this, 0)
  }

  takeAway(): void {
    const reject = this.#reject
    this.release()
    reject?.(tooSlow())
  }
}

/**
 * Limits the memory of request bodies from their first byte until the response. When the budget is used up, the incomplete body
 * with the lowest transfer rate is dropped, so clients that never finish cannot block others. If no body can be dropped, new ones
 * are rejected.
 */
export class BodyBudget {
  readonly #size: BudgetSize
  readonly #now: () => number
  readonly #holds = new Set<BodyHold>()
  readonly #bytesOf = new Map<string, number>()
  #bytes = 0

  /** @param now returns the milliseconds of a monotonic clock */
  constructor(size: BudgetSize, now: () => number = () => performance.now()) {
    this.#size = size
    this.#now = now
  }

  open(client: string): BodyHold {
    return new BodyHold(client, this.#now(), this.#resize)
  }

  readonly #resize = (hold: BodyHold, bytes: number): void => {
    const growth = bytes - hold.bytes
    if (growth > 0) this.#makeRoom(hold, growth)
    hold.bytes = bytes
    this.#bytes += growth
    const ofClient = (this.#bytesOf.get(hold.client) ?? 0) + growth
    if (ofClient > 0) this.#bytesOf.set(hold.client, ofClient)
    else this.#bytesOf.delete(hold.client)
    if (bytes > 0) this.#holds.add(hold)
    else this.#holds.delete(hold)
  }

  #makeRoom({ client }: BodyHold, growth: number): void {
    while ((this.#bytesOf.get(client) ?? 0) + growth > this.#size.perClient) this.#dropSlowest(hold => hold.client === client)
    while (this.#bytes + growth > this.#size.total) this.#dropSlowest(() => true)
  }

  /** @throws ApiError 503 when no body can be dropped */
  #dropSlowest(isCandidate: (hold: BodyHold) => boolean): void {
    const now = this.#now()
    let slowest: BodyHold | undefined
    for (const hold of this.#holds) {
      if (hold.isComplete || now - hold.since < graceMs || !isCandidate(hold)) continue
      if (!slowest || hold.bytes / (now - hold.since) < slowest.bytes / (now - slowest.since)) slowest = hold
    }
    if (!slowest) throw noRoom()
    slowest.takeAway()
  }
}
