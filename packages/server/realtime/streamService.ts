import type { ProviderReturn } from '../auth/oauth2/ProviderProof.ts'
import { Rejection, type RejectionKind } from '../errors/Rejection.ts'
import type { Listener } from './Audience.ts'
import type { RealtimeHub } from './RealtimeHub.ts'
import type { SignInView } from './SignInFlow.ts'
import type { SubscriptionRequest } from './SubscriptionRequest.ts'

/** The outcome of a subscription: `other` means that the stream belongs to another user. */
export type SubscribeOutcome =
  | { kind: 'done'; signIn: SignInView | undefined }
  | { kind: 'unknown' }
  | { kind: 'other' }
  | { kind: 'rejected'; as: RejectionKind; message: string; retryAfterSeconds: number | undefined }

/** A provider's response that waits for the user, with the origin of the page that started the sign-in. */
export interface HeldReturn {
  application: string
  returned: ProviderReturn
}

export type StreamService = ReturnType<typeof createStreamService>

type Hub = Pick<RealtimeHub, 'check' | 'subscribe' | 'signInOf' | 'deliverReturn'>

/**
 * Creates the operations of requests on the event stream of a client. The first argument is the id of the client, which names the node
 * of its stream; the arguments and results are plain data.
 */
export function createStreamService(hub: Hub) {
  const heldReturn = (clientId: string, ticket: string): HeldReturn | undefined => {
    const flow = hub.signInOf(clientId)
    const returned = flow?.held(ticket)
    return flow && returned && { application: flow.application, returned }
  }

  /** Ends the sign-in of a ticket. Returns whether it was still waiting. */
  const endHeld = (clientId: string, ticket: string, result: (returned: ProviderReturn) => { code: string; error: string }) => {
    const held = heldReturn(clientId, ticket)
    if (held) hub.deliverReturn({ clientId, ...result(held.returned) })
    return held !== undefined
  }

  return {
    /** Returns whether a listener can replace the subscriptions of a client. */
    check: (clientId: string, listener: Listener): 'done' | 'unknown' | 'other' => hub.check({ clientId, listener }),
    /** Replaces the subscriptions of a client. */
    subscribe: (clientId: string, request: Omit<SubscriptionRequest, 'clientId'>): SubscribeOutcome => {
      try {
        const kind = hub.subscribe({ ...request, clientId })
        return kind === 'done' ? { kind, signIn: hub.signInOf(clientId)?.view } : { kind }
      } catch (error) {
        if (!(error instanceof Rejection)) throw error
        return { kind: 'rejected', as: error.kind, message: error.message, retryAfterSeconds: error.retryAfterSeconds }
      }
    },
    /** Returns the OAuth2 sign-in that a client waits for, if any. */
    signIn: (clientId: string): SignInView | undefined => hub.signInOf(clientId)?.view,
    /** Sends the result of an OAuth2 sign-in to the client, and ends the sign-in. */
    endSignIn: (clientId: string, result: Pick<ProviderReturn, 'code' | 'error'>): void =>
      hub.deliverReturn({ clientId, code: result.code, error: result.error }),
    /** Stores the provider's response until the user confirms it. Returns the ticket for the confirmation. */
    holdReturn: (clientId: string, returned: ProviderReturn): string | undefined => hub.signInOf(clientId)?.hold(returned),
    /** Returns the response of a ticket. */
    heldReturn,
    /** Delivers the code of a ticket. */
    confirmReturn: (clientId: string, ticket: string): boolean =>
      endHeld(clientId, ticket, ({ code, error }) => ({ code, error })),
    /** Discards the code of a ticket, and tells the application that the user has canceled. */
    cancelReturn: (clientId: string, ticket: string): boolean =>
      endHeld(clientId, ticket, () => ({ code: '', error: 'access_denied' })),
  }
}
