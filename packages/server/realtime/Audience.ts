/** In whose name somebody listens; whoever it was is looked up anew for each message. */
export type Listener =
  | { kind: 'guest' }
  | { kind: 'admin'; id: string }
  | { kind: 'authRecord'; collectionId: string; id: string }

/** All clients that are told the same: they sent the same subscription in the same name. */
export interface Audience {
  /** As it was sent; their events are called by it. */
  subscription: string
  listener: Listener
}

export const listenerKey = (listener: Listener): string =>
  listener.kind === 'authRecord' ? `${listener.collectionId} ${listener.id}` : listener.kind === 'admin' ? listener.id : ''

export const audienceKey = ({ subscription, listener }: Audience): string => `${listenerKey(listener)}\n${subscription}`
