import type { Page } from 'playwright-core'
import PocketBase from 'pocketbase'
import { signToken } from '../../test/harness/signToken.ts'
import { navigate } from './navigate.ts'

/** The first admin of the samples, for tests that sign in with the form. */
export const editor = { id: 'admin0000000001', email: 'editor@magazine.example', password: 'magazine-admin-1' }

/** The storage key of the dashboard's session; its value has the format of the client library. */
export const sessionKey = 'coffer.session'

/** Creates a client that is signed in as the first admin, for setup and assertions. */
export async function signInClient(origin: string, dataDir: string): Promise<PocketBase> {
  const client = new PocketBase(origin)
  client.autoCancellation(false)
  const token = signToken(dataDir, 'auth', 'admin')
  client.authStore.save(token, null)
  client.authStore.save(token, await client.admins.getOne(editor.id))
  return client
}

/** Clears the page's storage for an origin and stores the client's session. The page is blank afterwards and has no history. */
export async function startSession(page: Page, origin: string, client?: PocketBase): Promise<void> {
  const { token, model } = client?.authStore ?? {}
  const session = client && JSON.stringify({ token, model })
  // A document of the origin that runs no scripts.
  await navigate(page, `${origin}/_/favicon.svg`)
  await page.evaluate(`{
    localStorage.clear()
    sessionStorage.clear()
    if (${session !== undefined}) localStorage.setItem(${JSON.stringify(sessionKey)}, ${JSON.stringify(session ?? '')})
  }`)
  await navigate(page, 'about:blank')
  const browsing = await page.context().newCDPSession(page)
  await browsing.send('Page.resetNavigationHistory')
  await browsing.detach()
}
