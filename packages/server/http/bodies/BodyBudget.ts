import { ApiError } from '../../errors/ApiError.ts'

/** How many bytes bodies may hold in memory together, and those of one client. */
export interface BudgetSize {
  total: number
  perClient: number
}

/** Milliseconds after which an unfinished body may lose its memory to another one. */
const graceMs = 5_000

const tooSlow = () =>
  new ApiError(408, 'The request body arrived too slowly while the server was short of memory. Please send it again.')

const noRoom = () =>
  new ApiError(503, 'The server is receiving too many large requests. Please try again in a moment, or send less at once.')

/** The memory that one body takes. */
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

  /** Has a function called when the memory is taken away before the body is complete. */
  onTaken(reject: (error: ApiError) => void): void {
    this.#reject = reject
  }

  /**
   * Says how many bytes the body takes by now.
   * @throws ApiError 503 when there is no room for them
   */
  resize(bytes: number): void {
    this.#resize(this, bytes)
  }

  /** The body has arrived, and its memory is no longer taken away. */
  complete(): void {
    this.isComplete = true
  }

  release(): void {
    this.complete()
    this.#resize(this, 0)
  }

  takeAway(): void {
    this.release()
    this.#reject?.(tooSlow())
  }
}

/**
 * Bounds the memory of request bodies from their first byte until their request is answered. When it is used up, the unfinished body
 * that has arrived most slowly is dropped, so clients that never finish cannot keep others out; while there is none, new bodies are
 * rejected.
 */
export class BodyBudget {
  readonly #size: BudgetSize
  readonly #now: () => number
  readonly #holds = new Set<BodyHold>()
  readonly #bytesOf = new Map<string, number>()
  #bytes = 0

  /** @param now milliseconds of a clock that never goes back */
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

  /** @throws ApiError 503 when no body may be dropped */
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
