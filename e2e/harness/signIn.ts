import PocketBase from 'pocketbase'
import { signToken } from '../../test/harness/signToken.ts'

/** The first admin of the samples that have one, for tests that sign in by the form. */
export const editor = { id: 'admin0000000001', email: 'editor@magazine.example', password: 'magazine-admin-1' }

/** Where the dashboard keeps its session; the form of its content is the client library's. */
export const sessionKey = 'coffer.session'

/** A client that is signed in as the first admin, to arrange and to check what a test is about. */
export async function signInClient(origin: string, dataDir: string): Promise<PocketBase> {
  const client = new PocketBase(origin)
  client.autoCancellation(false)
  const token = signToken(dataDir, 'auth', 'admin')
  client.authStore.save(token, null)
  client.authStore.save(token, await client.admins.getOne(editor.id))
  return client
}

/** The stored state of a browser in which the client's admin is signed in. */
export const sessionState = (origin: string, { authStore: { token, model } }: PocketBase) => ({
  cookies: [],
  origins: [{ origin, localStorage: [{ name: sessionKey, value: JSON.stringify({ token, model }) }] }],
})
