import type { Page } from 'playwright-core'
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

/** Clears what a page stores at an origin, and signs it in as the client's admin. It shows nothing then, and leads back nowhere. */
export async function startSession(page: Page, origin: string, client?: PocketBase): Promise<void> {
  const { token, model } = client?.authStore ?? {}
  const session = client && JSON.stringify({ token, model })
  // A document of the origin that runs no scripts.
  await page.goto(`${origin}/_/favicon.svg`)
  await page.evaluate(`{
    localStorage.clear()
    sessionStorage.clear()
    if (${session !== undefined}) localStorage.setItem(${JSON.stringify(sessionKey)}, ${JSON.stringify(session ?? '')})
  }`)
  await page.goto('about:blank')
  const browsing = await page.context().newCDPSession(page)
  await browsing.send('Page.resetNavigationHistory')
  await browsing.detach()
}
