/**
 * The user behind a realtime subscription. The record is looked up again for each event. If its token key has changed, which revokes
 * its tokens, the listener counts as a guest.
 */
export type Listener =
  | { kind: 'guest' }
  | { kind: 'admin'; id: string; tokenKey: string }
  | { kind: 'authRecord'; collectionId: string; id: string; tokenKey: string }

/** All clients with the same subscription and the same listener, who receive the same events. */
export interface Audience {
  /** The subscription as sent by the client. It is also the name of its events. */
  subscription: string
  listener: Listener
}

/** Identifies a listener, regardless of the token key. */
export const listenerKey = (listener: Listener): string =>
  listener.kind === 'authRecord' ? `${listener.collectionId} ${listener.id}` : listener.kind === 'admin' ? listener.id : ''

/** Identifies a listener and the token key. */
const sessionKey = (listener: Listener): string =>
  listener.kind === 'guest' ? '' : `${listenerKey(listener)} ${listener.tokenKey}`

export const audienceKey = ({ subscription, listener }: Audience): string => `${sessionKey(listener)}\n${subscription}`
