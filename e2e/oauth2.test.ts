import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { type OidcProvider, openOidcProvider } from '../test/harness/openOidcProvider.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { openApplication } from './harness/openApplication.ts'
import { phone } from './harness/openPage.ts'
import { signInClient } from './harness/signIn.ts'
import { startSample } from './harness/startSample.ts'

/** Starts a server whose users can sign in with an OpenID provider named House. */
async function serve() {
  const { origin, dataDir, stop } = await startSample({ threads: 'pool' })
  onTestFinished(stop)
  const provider: OidcProvider = await openOidcProvider(`${origin}/api/oauth2-redirect`)
  onTestFinished(provider.close)
  const admin = await signInClient(origin, dataDir)
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
  return { origin, dataDir, admin }
}

/** Presses the sign-in button of an application, and signs in on the provider's pages in the window that the client opened. */
async function signInAtProvider(page: Page, name: string): Promise<Page> {
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

const signedIn = (page: Page) => page.evaluate<SignedIn>('globalThis.signedIn')

/** Waits until the window that the client opened has closed automatically. */
async function expectClosed(popup: Page): Promise<void> {
  if (!popup.isClosed()) await popup.waitForEvent('close')
}

test('M38.7 a user signs in with an OpenID provider in an app of the same origin, first to a new record and then to the same one', async () => {
  const { origin, dataDir, admin } = await serve()
  const signIn = async () => {
    const page = await openApplication(origin, dataDir)
    const popup = await signInAtProvider(page, 'ines')
    const result = await signedIn(page)
    await expectClosed(popup)
    return result
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

test('M38.7 an app of another origin signs a user in only after the user has confirmed it', async () => {
  const { origin } = await serve()
  const page = await openApplication(origin)
  const popup = await signInAtProvider(page, 'ines')
  await popup.getByRole('heading', { name: 'Continue signing in?' }).waitFor()
  await popup.getByText(new URL(page.url()).origin, { exact: true }).waitFor()
  await popup.getByText('Small Magazine', { exact: true }).waitFor()
  await popup.getByText('House', { exact: true }).waitFor()
  const confirm = popup.getByRole('button', { name: 'Continue' })

  // A second click or a held key that was meant for the previous page has no effect.
  await popup.reload()
  await popup.getByRole('button', { name: 'Continue', disabled: true }).waitFor()
  await popup.keyboard.press('Enter')
  await popup.getByRole('button', { name: 'Continue', disabled: false }).waitFor()
  await popup.keyboard.press('Enter')
  await popup.keyboard.press('Space')
  await popup.getByRole('heading', { name: 'Continue signing in?' }).waitFor()
  await popup.evaluate("window.dispatchEvent(new Event('blur'))")
  await popup.getByRole('button', { name: 'Continue', disabled: true }).waitFor()
  await popup.evaluate("window.dispatchEvent(new Event('focus'))")
  await popup.getByRole('button', { name: 'Continue', disabled: false }).waitFor()
  await popup.setViewportSize(phone)
  await expectAccessible(popup)
  await expectNoSidewaysScroll(popup)

  const address = popup.url()
  await confirm.click()
  expect((await signedIn(page)).meta).toMatchObject({ isNew: true, name: 'The ines' })
  await expectClosed(popup)

  const replayed = await page.context().newPage()
  await replayed.goto(address)
  await replayed.getByRole('heading', { name: 'Sign-in no longer valid' }).waitFor()
  await replayed.getByText(/This sign-in was already completed or canceled, or it took too long/).waitFor()
  await expectAccessible(replayed)
})

test('M38.8 a user who cancels is not signed in, and the app receives an error', async () => {
  const { origin, admin } = await serve()
  const page = await openApplication(origin)
  const popup = await signInAtProvider(page, 'ines')
  await popup.getByRole('button', { name: 'Cancel' }).click()
  await expectClosed(popup)
  const failure = "globalThis.signedIn.then(() => 'signed in', error => String(error.originalError))"
  expect(await page.evaluate<string>(failure)).toContain('access_denied')
  expect((await admin.collection('users').getList(1, 1, { filter: 'username = "ines"' })).totalItems).toBe(0)
})

test('a user who follows a forged link is asked for confirmation before anyone receives the code', async () => {
  const { origin } = await serve()
  const attacker = await openApplication(origin)
  await attacker.evaluate(`{
    globalThis.open = () => ({ location: {}, close() {} })
    void client.collection('users').authWithOAuth2({ provider: 'oidc', urlCallback: url => { globalThis.link = url } })
      .then(result => { globalThis.stolen = result }, () => {})
  }`)
  await eventually(() => attacker.evaluate('typeof globalThis.link')).toBe('string')
  const victim = await openApplication(origin)
  await victim.goto(await attacker.evaluate<string>('globalThis.link'))
  await victim.getByPlaceholder('Enter any login').fill('victim')
  await victim.getByPlaceholder('and password').fill('any password')
  await victim.getByRole('button', { name: 'Sign-in' }).click()
  await victim.getByRole('button', { name: 'Continue' }).click()
  await victim.getByText(/If someone sent you a link that led here, cancel/).waitFor()
  await victim.getByRole('button', { name: 'Cancel' }).click()
  await victim.getByText('The app got no access. You can close this window.').waitFor()
  await expectAccessible(victim)
  expect(await attacker.evaluate('globalThis.stolen === undefined')).toBe(true)
})
