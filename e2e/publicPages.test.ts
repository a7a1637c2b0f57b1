import PocketBase from 'pocketbase'
import { expect, test } from 'vitest'
import { signToken } from '../test/harness/signToken.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { input } from './harness/input.ts'
import { openPage, phone } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'
import { watchCalls } from './harness/watchCalls.ts'

const server = shareServer()

test('M38.1–5 the links in emails verify a user and change the password and the email, under both prefixes', async () => {
  const { origin, dataDir } = server()
  const { page, client, go } = await openPage({ server: server(), path: null, allowedErrors: [/status of (400|404)/] })
  const account = await client.collection('users').create({
    email: 'ada@readers.example',
    password: 'first-password',
    passwordConfirm: 'first-password',
  })
  const token = (kind: 'verification' | 'passwordReset' | 'emailChange', claims = {}) =>
    signToken(dataDir, kind, `users:${account.id}`, claims)
  const calls = watchCalls(page)

  await page.goto(`${origin}/_/#/auth/confirm-verification/${token('verification')}`)
  await page.getByText('Successfully verified email address.').waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  expect(await page.getByText(/v0\.22\.0/).count()).toBe(0)
  await expectAccessible(page)
  expect((await client.collection('users').getOne(account.id)).verified).toBe(true)
  await go('#/users/confirm-verification/no.token')
  await page.getByText('Invalid or expired verification token.').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByText('You can close this window now.').waitFor()

  await go(`#/users/confirm-password-reset/${token('passwordReset')}`)
  await page.getByRole('heading', { name: 'Reset your user password' }).waitFor()
  await page.getByText('for ada@readers.example').waitFor()
  await page.getByRole('button', { name: 'Set new password' }).click()
  await page.getByText('New password cannot be blank.').waitFor()
  await input(page, 'New password').fill('second-password')
  await input(page, 'New password confirm').fill('another-password')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await page.getByText("Values don't match.").waitFor()
  await expectAccessible(page)
  await input(page, 'New password confirm').fill('second-password')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await page.getByText('Successfully changed the user password.').waitFor()
  await page.getByText('You can now sign in with your new password.').waitFor()
  await new PocketBase(origin).collection('users').authWithPassword('ada@readers.example', 'second-password')

  await go(`#/auth/confirm-email-change/${token('emailChange', { newEmail: 'countess@readers.example' })}`)
  await page.getByRole('heading', { name: 'Type your password to confirm changing your email address' }).waitFor()
  await page.getByText('to countess@readers.example').waitFor()
  await input(page, 'Password').fill('wrong-password')
  await page.getByRole('button', { name: 'Confirm new email' }).click()
  await page.getByText('Missing or invalid auth record password.').waitFor()
  await input(page, 'Password').fill('second-password')
  await page.getByRole('button', { name: 'Confirm new email' }).click()
  await page.getByText('Successfully changed the user email address.').waitFor()
  expect((await client.collection('users').getOne(account.id)).email).toBe('countess@readers.example')

  // The admin who is signed in at the same time is not affected.
  const sent = calls.filter(({ path }) => path.includes('/confirm-'))
  expect(sent.map(({ path }) => path)).toContain('/api/collections/_pb_users_auth_/confirm-email-change')
  for (const { request } of sent) expect(request.headers().authorization).toBeUndefined()
  await go('#/')
  await page.getByRole('heading', { name: /Collections/ }).waitFor()
})

test('a password reset or email change link that was already used shows an error instead of its form', async () => {
  const { dataDir } = server()
  const { page, client, load } = await openPage({ server: server(), path: null, allowedErrors: [/status of 400/] })
  const account = await client.collection('users').create({
    email: 'twice@readers.example',
    password: 'first-password',
    passwordConfirm: 'first-password',
  })
  const token = (kind: 'passwordReset' | 'emailChange', claims = {}) => signToken(dataDir, kind, `users:${account.id}`, claims)
  const changeEmail = `#/auth/confirm-email-change/${token('emailChange', { newEmail: 'once@readers.example' })}`
  for (const [password, outcome] of [
    ['first-password', 'Successfully changed the user email address.'],
    ['first-password', 'This link was already used, or another account has the email once@readers.example now.'],
  ] as const) {
    await load(changeEmail)
    await input(page, 'Password').fill(password)
    await page.getByRole('button', { name: 'Confirm new email' }).click()
    await page.getByRole('alert').getByText(outcome).waitFor()
    expect(await input(page, 'Password').count()).toBe(0)
    await expectAccessible(page)
  }

  const reset = `#/auth/confirm-password-reset/${token('passwordReset', { email: 'once@readers.example' })}`
  for (const outcome of [
    'Successfully changed the user password.',
    'This link was already used or is no longer valid. Request a new one.',
  ]) {
    await load(reset)
    await input(page, 'New password').fill('second-password')
    await input(page, 'New password confirm').fill('second-password')
    await page.getByRole('button', { name: 'Set new password' }).click()
    await page.getByRole('alert').getByText(outcome).waitFor()
  }
})

test('M38.1 an invalid or expired link shows an error, on a phone and to a signed-out visitor', async () => {
  const { page, go } = await openPage({
    server: server(),
    signedIn: false,
    viewport: phone,
    allowedErrors: [/status of 400/],
    path: '#/auth/confirm-password-reset/half-a-token',
  })
  await page.getByText(/The link is not complete/).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await go(`#/auth/confirm-password-reset/${signToken(server().dataDir, 'passwordReset', 'users:alice', { exp: '-5' })}`)
  await input(page, 'New password').fill('some-password')
  await input(page, 'New password confirm').fill('some-password')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('This link has expired. Request a new one.').waitFor()
})

test('M38.6–8 an OAuth2 sign-in ends on a page that closes automatically or says what to do', async () => {
  const { page, go } = await openPage({ server: server(), signedIn: false, path: '#/auth/oauth2-redirect-success' })
  await page.getByRole('heading', { name: 'Auth completed.' }).waitFor()
  await page.getByText('You can close this window and go back to the app.').waitFor()
  await expectAccessible(page)
  await go('#/auth/oauth2-redirect-failure')
  await page.getByRole('heading', { name: 'Auth failed.' }).waitFor()
  await page.getByText('You can close this window and go back to the app to try again.').waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)

  const popup = page.waitForEvent('popup')
  await page.evaluate("void window.open(location.href.replace('failure', 'success'))")
  const opened = await popup
  if (!opened.isClosed()) await opened.waitForEvent('close')
})
