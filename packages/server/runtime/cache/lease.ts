/** The moment of an action by two clocks: one never goes back, and the other one also runs while the machine is suspended. */
export interface Moment {
  monotonicMs: number
  wallMs: number
}

export function currentMoment(): Moment {
  return { monotonicMs: Number(process.hrtime.bigint() / 1_000_000n), wallMs: Date.now() }
}

/** The right of a node to serve, which it renews several times a second. */
export interface Lease {
  /** When the renewal was requested. The node may serve for `servingMs` from then on. */
  renewedAt: Moment
  /** Whether the lease before had lapsed: others may not have waited for this node since. */
  hasLapsed: boolean
}

/** Milliseconds after the renewal of its lease for which other nodes wait for a node. */
export const leaseMs = 1_000
/** Milliseconds after the renewal of its lease for which a node serves. The difference covers clocks of different speed. */
export const servingMs = 950
