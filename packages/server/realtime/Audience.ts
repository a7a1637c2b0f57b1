import type { StoredValues } from '../db/engine.ts'

/**
 * The user behind a realtime subscription. The record is looked up again for each event. If its token key has changed, which revokes
 * its tokens, the listener counts as a guest.
 */
export type Listener =
  | { kind: 'guest' }
  | {
      kind: 'admin'
      id: string
      tokenKey: string
      /** Whether its events have hidden emails, as in PocketBase 0.23 and later. */
      showsEmails?: boolean
    }
  | {
      kind: 'authRecord'
      collectionId: string
      id: string
      tokenKey: string
      /** If set, the stored values that count instead of the current ones. */
      past?: StoredValues
    }

/** All clients with the same subscription and the same listener, who receive the same events. */
export interface Audience {
  /** The subscription as sent by the client. It is also the name of its events. */
  subscription: string
  listener: Listener
}

/** Identifies a listener, regardless of the token key. */
export function listenerKey(listener: Listener): string {
  return listener.kind === 'authRecord' ? `${listener.collectionId} ${listener.id}` : listener.kind === 'admin' ? listener.id : ''
}

/** Returns the user for whom limits count what a listener causes; undefined for guests. */
export function userOf(listener: Listener): string | undefined {
  if (listener.kind === 'guest') return undefined
  return listener.kind === 'admin' ? `admin ${listener.id}` : `${listener.collectionId}/${listener.id}`
}

/** Identifies a listener, its token key and the content of its events. */
export function sessionKey(listener: Listener): string {
  if (listener.kind === 'guest') return ''
  const key = `${listenerKey(listener)} ${listener.tokenKey}`
  return listener.kind === 'admin' && listener.showsEmails ? `${key} emails` : key
}
