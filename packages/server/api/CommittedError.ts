import type { Effect } from '../messages/Effect.ts'

/** Thrown by a handler to respond with an error although its changes are committed. */
export class CommittedError extends Error {
  readonly effects: readonly Effect[]

  /** @param cause the error of the response */
  constructor(cause: unknown, effects: readonly Effect[]) {
    super('The request failed after its changes were committed.', { cause })
    this.effects = effects
  }
}
