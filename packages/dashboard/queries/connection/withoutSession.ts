import PocketBase, { BaseAuthStore } from 'pocketbase'
import { client } from './client.ts'

class NoSession extends BaseAuthStore {}

/** Creates a client for public pages. It never sends the session of an admin who is signed in in the same browser. */
export function withoutSession(): PocketBase {
  return new PocketBase(client.baseUrl, new NoSession())
}
