import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { expectClosed, serveWithProvider, signedIn, signInAtProvider } from './harness/oauth2.ts'
import { openApplication } from './harness/openApplication.ts'
import { phone } from './harness/openPage.ts'

test('M38.7 a user signs in with an OpenID provider in an app of the same origin, first to a new record and then to the same one', async () => {
  const { origin, dataDir, admin } = await serveWithProvider()
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
  const { origin } = await serveWithProvider()
  const page = await openApplication(origin)
  const popup = await signInAtProvider(page, 'ines')
  await popup.getByRole('heading', { name: 'Continue signing in?' }).waitFor()
  await popup.getByText(new URL(page.url()).origin, { exact: true }).waitFor()
  await popup.getByText('Small Magazine', { exact: true }).waitFor()
  await popup.getByText('House', { exact: true }).waitFor()
  const confirm = popup.getByRole('button', { name: 'Continue' })

  // A second click or a held key that was meant for the previous page has no effect. The button is disabled for only a second, so
  // the page itself clicks it.
  await popup.addInitScript(`new MutationObserver((_, observer) => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Continue')
    if (!button) return
    observer.disconnect()
    window.wasDisabled = button.disabled
    button.click()
  }).observe(document, { childList: true, subtree: true })`)
  await popup.reload()
  await popup.getByRole('button', { name: 'Continue', disabled: false }).waitFor()
  expect(await popup.evaluate('window.wasDisabled')).toBe(true)
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
  const { origin, admin } = await serveWithProvider()
  const page = await openApplication(origin)
  const popup = await signInAtProvider(page, 'ines')
  await popup.getByRole('button', { name: 'Cancel' }).click()
  await expectClosed(popup)
  const failure = "globalThis.signedIn.then(() => 'signed in', error => String(error.originalError))"
  expect(await page.evaluate<string>(failure)).toContain('access_denied')
  expect((await admin.collection('users').getList(1, 1, { filter: 'username = "ines"' })).totalItems).toBe(0)
})

test('a user who follows a forged link is asked for confirmation before anyone receives the code', async () => {
  const { origin } = await serveWithProvider()
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
