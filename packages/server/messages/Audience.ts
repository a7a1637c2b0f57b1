/**
 * In whose name somebody listens; whoever it was is looked up anew for each message, and is a guest once the token key is another
 * one: the tokens with which that name was proven hold no longer.
 */
export type Listener =
  | { kind: 'guest' }
  | { kind: 'admin'; id: string; tokenKey: string }
  | { kind: 'authRecord'; collectionId: string; id: string; tokenKey: string }

/** All clients that are told the same: they sent the same subscription in the same name. */
export interface Audience {
  /** As it was sent; their events are called by it. */
  subscription: string
  listener: Listener
}

/** Who listens, with whatever tokens. */
export const listenerKey = (listener: Listener): string =>
  listener.kind === 'authRecord' ? `${listener.collectionId} ${listener.id}` : listener.kind === 'admin' ? listener.id : ''

/** What tells in whose name, and with which tokens, somebody listens. */
const sessionKey = (listener: Listener): string =>
  listener.kind === 'guest' ? '' : `${listenerKey(listener)} ${listener.tokenKey}`

export const audienceKey = ({ subscription, listener }: Audience): string => `${sessionKey(listener)}\n${subscription}`
