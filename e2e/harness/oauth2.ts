import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { openOidcProvider } from '../../test/harness/openOidcProvider.ts'
import { openTlsProxy } from './openTlsProxy.ts'
import { signInClient } from './signIn.ts'
import { startSample } from './startSample.ts'

/**
 * Starts a server whose users can sign in with an OpenID provider named House. Call it inside a test.
 * @param scheme `https` adds a proxy that speaks HTTPS with browsers
 */
export async function serveWithProvider(scheme: 'http' | 'https' = 'http') {
  const { origin: serverOrigin, dataDir, stop } = await startSample({ threads: 'pool' })
  onTestFinished(stop)
  const origin = scheme === 'http' ? serverOrigin : await openTlsProxy(serverOrigin)
  const provider = await openOidcProvider(`${origin}/api/oauth2-redirect`)
  onTestFinished(provider.close)
  const admin = await signInClient(serverOrigin, dataDir)
  await admin.settings.update({
    oidcAuth: {
      enabled: true,
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      displayName: 'House',
      pkce: true,
      authUrl: `${provider.issuer}/auth`,
      tokenUrl: `${provider.issuer}/token`,
      userApiUrl: `${provider.issuer}/me`,
    },
  })
  return { origin, port: Number(new URL(serverOrigin).port), dataDir, admin }
}

/** Presses the sign-in button of an application, and signs in on the provider's pages in the window that the client opened. */
export async function signInAtProvider(page: Page, name: string): Promise<Page> {
  await page.evaluate(`{
    document.querySelector('button').onclick = () => {
      globalThis.signedIn = client.collection('users').authWithOAuth2({ provider: 'oidc' })
      globalThis.signedIn.catch(() => {})
    }
  }`)
  const opened = page.waitForEvent('popup')
  await page.getByRole('button').click()
  const popup = await opened
  await popup.getByPlaceholder('Enter any login').fill(name)
  await popup.getByPlaceholder('and password').fill('any password')
  await popup.getByRole('button', { name: 'Sign-in' }).click()
  await popup.getByRole('button', { name: 'Continue' }).click()
  return popup
}

interface SignedIn {
  record: { id: string; email: string; verified: boolean }
  meta: { isNew: boolean; name: string; email: string }
}

/** Waits for the result of the sign-in in an application. */
export function signedIn(page: Page) {
  return page.evaluate<SignedIn>('globalThis.signedIn')
}

/** Waits until the window that the client opened has closed automatically. */
export async function expectClosed(popup: Page): Promise<void> {
  if (!popup.isClosed()) await popup.waitForEvent('close')
}
