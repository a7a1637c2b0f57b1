import PocketBase, { BaseAuthStore } from 'pocketbase'
import { client } from './client.ts'

class NoSession extends BaseAuthStore {}

/** A client for pages that are open to anyone: it never sends the session of an admin who is signed in beside them. */
export function withoutSession(): PocketBase {
  return new PocketBase(client.baseUrl, new NoSession())
}
