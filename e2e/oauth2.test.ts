import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { openOidcProvider } from '../test/harness/openOidcProvider.ts'
import { openApplication } from './harness/openApplication.ts'
import { signInClient } from './harness/signIn.ts'
import { startSample } from './harness/startSample.ts'

/** Signs in on the pages of the provider, in the window that the client opened. */
async function signInAtProvider(popup: Page, name: string): Promise<void> {
  const loginField = popup.getByPlaceholder('Enter any login')
  await loginField.fill(name)
  await popup.getByPlaceholder('and password').fill('any password')
  await popup.getByRole('button', { name: 'Sign-in' }).click()
  await popup.getByRole('button', { name: 'Continue' }).click()
}

test('M38.7 somebody signs in with an OpenID provider, first to a new account and then to the same one', async () => {
  const { origin, dataDir, stop } = await startSample({ threads: 'pool' })
  onTestFinished(stop)
  const provider = await openOidcProvider(`${origin}/api/oauth2-redirect`)
  onTestFinished(provider.close)
  const admin = await signInClient(origin, dataDir)
  await admin.settings.update({
    oidcAuth: {
      ...{ enabled: true, clientId: provider.clientId, clientSecret: provider.clientSecret, displayName: 'House', pkce: true },
      ...{ authUrl: `${provider.issuer}/auth`, tokenUrl: `${provider.issuer}/token`, userApiUrl: `${provider.issuer}/me` },
    },
  })

  const signIn = async () => {
    const page = await openApplication(origin)
    await page.evaluate(`{
      document.querySelector('button').onclick = () => {
        globalThis.signedIn = client.collection('users').authWithOAuth2({ provider: 'oidc' })
      }
    }`)
    const opened = page.waitForEvent('popup')
    await page.getByRole('button').click()
    const popup = await opened
    await signInAtProvider(popup, 'ines')
    const { record, meta, token } = await page.evaluate<{
      record: { id: string; email: string; verified: boolean }
      meta: { isNew: boolean; name: string; email: string }
      token: string
    }>('globalThis.signedIn')
    // The window that the client opened closes by itself.
    if (!popup.isClosed()) await popup.waitForEvent('close')
    return { record, meta, token }
  }

  const first = await signIn()
  expect(first.meta).toMatchObject({ isNew: true, name: 'The ines', email: 'ines@people.example' })
  const account = await admin.collection('users').getOne(first.record.id)
  expect(account).toMatchObject({ username: 'ines', email: 'ines@people.example', verified: true })
  const again = await signIn()
  expect(again.meta.isNew).toBe(false)
  expect(again.record.id).toBe(first.record.id)
  expect(await admin.collection('users').listExternalAuths(first.record.id)).toMatchObject([
    { provider: 'oidc', providerId: 'ines' },
  ])
})
