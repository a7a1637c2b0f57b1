import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { productVersion } from '../packages/server/config/config.ts'
import { signToken } from '../test/harness/signToken.ts'
import { address } from './harness/address.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { holdCalls } from './harness/holdCalls.ts'
import { input } from './harness/input.ts'
import { openPage } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'
import { editor, sessionKey } from './harness/signIn.ts'
import { storeSession } from './harness/storeSession.ts'
import { toast } from './harness/toast.ts'
import { watchCalls } from './harness/watchCalls.ts'

const server = shareServer()

const loginHeading = (page: Page) => page.getByRole('heading', { name: 'Admin sign in' })
const loginButton = (page: Page) => page.getByRole('button', { name: 'Login' })
const storedSession = (page: Page) => page.evaluate<string | null>(`localStorage.getItem('${sessionKey}')`)

async function fillLogin(page: Page, password = editor.password) {
  await input(page, 'Email').fill(editor.email)
  await input(page, 'Password').fill(password)
}

test('M27.1 M27.8 email and password are required, and wrong credentials are rejected without clearing them', async () => {
  const { page } = await openPage({ server: server(), signedIn: false, allowedErrors: [/status of 400/] })
  await loginHeading(page).waitFor()
  await loginButton(page).click()
  await page.getByText('Email cannot be blank.').waitFor()
  await page.getByText('Password cannot be blank.').waitFor()
  await fillLogin(page, 'wrong password')
  await loginButton(page).click()
  await page.getByRole('alert').getByText('Invalid login credentials.').waitFor()
  expect(await input(page, 'Email').inputValue()).toBe(editor.email)
  expect(await storedSession(page)).toBeNull()
})

test('M27.2 M27.4–7 prefilled credentials sign in with one press, and the button is busy while the request runs', async () => {
  const query = new URLSearchParams({ demoEmail: editor.email, demoPassword: editor.password })
  const { page } = await openPage({ server: server(), signedIn: false, path: `#/login?${query}` })
  const calls = watchCalls(page)
  expect(await input(page, 'Email').inputValue()).toBe(editor.email)
  expect(await input(page, 'Password').inputValue()).toBe(editor.password)
  const held = await holdCalls(page, request => request.url().includes('auth-with-password'))
  await loginButton(page).click()
  await held.arrived
  await page.getByRole('button', { name: 'Login', disabled: true }).waitFor()
  await loginButton(page).press('Enter')
  held.release()
  await page.getByRole('heading', { name: 'author_totals' }).waitFor()
  await eventually(() => address(page).path).toBe('/_/#/collections')
  const signIns = calls.filter(({ path }) => path === '/api/admins/auth-with-password')
  expect(signIns.map(({ method, request }) => [method, request.postDataJSON()])).toEqual([
    ['POST', { identity: editor.email, password: editor.password }],
  ])
  expect(JSON.parse((await storedSession(page)) ?? '')).toMatchObject({ model: { id: editor.id, email: editor.email } })
})

test('M27.3 M27.9 M27.11 a password reset email is requested from the sign-in page', async () => {
  const { page } = await openPage({ server: server(), signedIn: false })
  const calls = watchCalls(page)
  // Other tests cover the server's part and the email.
  await page.route('**/api/admins/request-password-reset', route => route.fulfill({ status: 204 }))
  await page.getByRole('link', { name: 'Forgotten password?' }).click()
  await page.getByRole('heading', { name: 'Forgotten admin password' }).waitFor()
  expect(address(page).path).toBe('/_/#/request-password-reset')
  await input(page, 'Email').fill('editor')
  await page.getByRole('button', { name: 'Send recovery link' }).click()
  await page.getByText('Must be a valid email address.').waitFor()
  await input(page, 'Email').fill(editor.email)
  await page.getByRole('button', { name: 'Send recovery link' }).click()
  await page.getByText(`Check ${editor.email} for the recovery link.`).waitFor()
  expect(calls.map(({ path, request }) => [path, request.postDataJSON()])).toEqual([
    ['/api/admins/request-password-reset', { email: editor.email }],
  ])
  await page.getByRole('link', { name: 'Back to login' }).click()
  await loginHeading(page).waitFor()
})

test('M27.10 M27.11 a recovery link opens a form for the new password', async () => {
  const token = signToken(server().dataDir, 'passwordReset', 'admin')
  const { page } = await openPage({ server: server(), signedIn: false, path: `#/confirm-password-reset/${token}` })
  const calls = watchCalls(page)
  await page.route('**/api/admins/confirm-password-reset', route => route.fulfill({ status: 204 }))
  await page.getByText(`for ${editor.email}`).waitFor()
  const password = 'a new password'
  await input(page, 'New password').fill('short')
  await input(page, 'New password confirm').fill(password)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await page.getByText('Must have at least 10 characters.').waitFor()
  await input(page, 'New password').fill(password)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await loginHeading(page).waitFor()
  await toast(page, 'Successfully set a new admin password.').waitFor()
  expect(calls.map(({ path, request }) => [path, request.postDataJSON()])).toEqual([
    ['/api/admins/confirm-password-reset', { token, password, passwordConfirm: password }],
  ])
})

test('M27.10 an expired recovery link shows an error', async () => {
  const path = '#/confirm-password-reset/not-a-token'
  const { page } = await openPage({ server: server(), signedIn: false, path, allowedErrors: [/status of 400/] })
  const data = { token: { code: 'validation_invalid_token', message: 'Invalid or expired token.' } }
  const response = { status: 400, json: { code: 400, message: 'Failed.', data } }
  await page.route('**/api/admins/confirm-password-reset', route => route.fulfill(response))
  await input(page, 'New password').fill('a new password')
  await input(page, 'New password confirm').fill('a new password')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await page.getByRole('alert').getByText('This link was already used or is no longer valid. Request a new one.').waitFor()
  expect(await page.getByRole('textbox').count()).toBe(0)
})

const signedOutRoutes = [
  ['/login', 'Admin sign in'],
  ['/request-password-reset', 'Forgotten admin password'],
  ['/confirm-password-reset/token', 'Reset your admin password'],
] as const

test('M25.2–3 M26.1 the pages for signed-out visitors have no sidebar and redirect a signed-in admin to the root', async () => {
  const guest = await openPage({ server: server(), signedIn: false })
  const { page, origin } = await openPage({ server: server() })
  for (const [route, heading] of signedOutRoutes) {
    await guest.page.goto(`${origin}/_/#${route}`)
    await guest.page.getByRole('heading', { name: heading }).waitFor()
    expect(await guest.page.getByRole('navigation').count(), route).toBe(0)
    await page.goto(`${origin}/_/#${route}`)
    await eventually(() => address(page).path).toBe('/_/#/collections')
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
  }
})

test('M25.2 M25.4 M25.8 M01.11 a page that requires a session sends a guest to the sign-in page and opens after the sign-in', async () => {
  const path = '#/collections?collectionId=mgtags000000001&filter=kind%3D%22place%22&sort=name&recordId=tag000000000004'
  const areas = ['/collections', '/logs', '/settings']
  const { page, load, go } = await openPage({ server: server(), signedIn: false, path: null })
  for (const area of areas) {
    await load(`#${area}`)
    await loginHeading(page).waitFor()
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0)
  }
  await load(path)
  await loginHeading(page).waitFor()
  await eventually(() => address(page).path).toBe('/_/#/login')
  await fillLogin(page)
  await input(page, 'Password').press('Enter')
  await page.getByRole('dialog', { name: 'Edit tags record' }).waitFor()
  await eventually(() => address(page).query).toEqual({
    collectionId: 'mgtags000000001',
    filter: 'kind="place"',
    sort: 'name',
    recordId: 'tag000000000004',
  })
  await page.goto(`${server().origin}/_/`)
  await eventually(() => address(page).path).toBe('/_/#/collections')
  for (const area of areas) {
    await go(`#${area}`)
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await eventually(() => address(page).path).toBe(`/_/#${area}`)
  }
})

test('M01.12 M25.8 at the root, a session that has expired or belongs to no admin is removed', async () => {
  const { page, load } = await openPage({ server: server(), signedIn: false })
  await loginHeading(page).waitFor()
  for (const session of [{ expiresIn: -60 }, { expiresIn: 3600, type: 'authRecord' }]) {
    await storeSession(page, session)
    await load('')
    await eventually(() => address(page).path).toBe('/_/#/login')
    expect(await storedSession(page)).toBeNull()
  }
})

test('M25.9 every admin sees the same pages and controls: there are no roles', async () => {
  const { page, origin, dataDir, load } = await openPage({ server: server(), path: '#/collections?collectionId=mgsecrets000001' })
  const pages = [
    {
      path: '#/collections?collectionId=mgsecrets000001',
      // The controls that change collections wait for the settings.
      parts: [page.getByRole('rowheader').first(), page.getByRole('button', { name: 'Edit collection' })],
    },
    // The cards of the page load on their own; this is the last one.
    { path: '#/settings', parts: [page.getByRole('textbox', { name: 'Addresses of admins' })] },
  ]
  // Reads all texts and controls except the name of the signed-in admin.
  const readAll = async () => {
    const texts: string[] = []
    for (const { path, parts } of pages) {
      await load(path)
      for (const part of parts) await part.waitFor()
      const lines = (await page.locator('body').ariaSnapshot()).split('\n').map(line => line.trim())
      texts.push(
        ...lines.filter(line => /^- (button|heading|link|row|switch|textbox) /.test(line) && !line.includes('Account of')),
      )
    }
    return texts
  }
  const first = await readAll()
  expect(first).toContain('- button "New record"')

  const second = 'admin0000000002'
  const model = { id: second, email: 'second@magazine.example', avatar: 0 }
  const session = JSON.stringify({ token: signToken(dataDir, 'auth', `admin:${second}`), model })
  await page.evaluate(`localStorage.clear(); localStorage.setItem('${sessionKey}', ${JSON.stringify(session)})`)
  expect(await readAll()).toEqual(first)

  await load('#/collections?collectionId=mgtags000000001&recordId=tag000000000004')
  const panel = page.getByRole('dialog', { name: 'Edit tags record' })
  await input(panel, 'name').fill('Köln am Rhein')
  await panel.getByRole('button', { name: 'Save changes' }).click()
  await toast(page, 'Successfully updated').waitFor()
  expect(await (await fetch(`${origin}/api/collections/tags/records/tag000000000004`)).json()).toMatchObject({
    name: 'Köln am Rhein',
  })
})

test('M25.6–7 M26.1 an unknown address shows the not-found page, signed in or not', async () => {
  const guest = await openPage({ server: server(), signedIn: false, path: '#/nowhere' })
  const admin = await openPage({ server: server(), path: '#/collections/nowhere' })
  for (const { page } of [guest, admin]) {
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
  }
  await guest.page.getByRole('link', { name: 'Go to the start page' }).click()
  await loginHeading(guest.page).waitFor()
  await admin.page.getByRole('link', { name: 'Go to the start page' }).click()
  await eventually(() => address(admin.page).path).toBe('/_/#/collections')
})

test('M25.5 the settings pages are shown beside their list', async () => {
  const { page, go } = await openPage({ server: server(), path: '#/settings' })
  const titles = {
    '': 'Application',
    '/mail': 'Mail settings',
    '/storage': 'Files storage',
    '/web-hooks': 'Web hooks',
    '/code': 'Code',
    '/rate-limits': 'Rate limits',
    '/backups': 'Backups',
    '/health': 'Health check',
    '/server': 'Server',
    '/nodes': 'Nodes',
    '/export-collections': 'Export collections',
    '/import-collections': 'Import collections',
    '/auth-providers': 'Auth providers',
    '/tokens': 'Token options',
    '/admins': 'Admins',
  }
  const links = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  await eventually(() => links.allTextContents()).toEqual(Object.values(titles))
  for (const [path, title] of Object.entries(titles)) {
    await go(`#/settings${path}`)
    await page.getByRole('heading', { level: 1, name: `Settings ${title}` }).waitFor()
  }
})

test('M25.10 a session that the server rejects redirects to the sign-in page, and sign-in returns to the same page', async () => {
  const path = '#/collections?collectionId=mgtags000000001'
  const { page, load } = await openPage({ server: server(), signedIn: false, allowedErrors: [/status of 401/] })
  await loginHeading(page).waitFor()
  await storeSession(page, { expiresIn: 3600 })
  await load(path)
  await loginHeading(page).waitFor()
  await toast(page, 'Your session has ended. Sign in to continue.').waitFor()
  expect(await storedSession(page)).toBeNull()
  await fillLogin(page)
  await loginButton(page).click()
  await page.getByRole('heading', { name: 'tags' }).waitFor()
})

test('M25.11 M23.7 a 403 response cancels pending requests, redirects to the root and shows the reason', async () => {
  const path = '#/collections?collectionId=mgtags000000001'
  const { page } = await openPage({ server: server(), path, allowedErrors: [/status of 403/, /could not be loaded/] })
  await page.getByRole('table', { name: 'Records of tags' }).getByText('Köln').waitFor()
  const calls = watchCalls(page)
  const cancelled: string[] = []
  page.on('requestfailed', request => cancelled.push(new URL(request.url()).pathname))
  const visited: string[] = []
  page.on('framenavigated', frame => visited.push(new URL(frame.url()).hash))
  const held = await holdCalls(page, request => request.url().includes('/mgposts00000001/records'))
  await page.getByRole('link', { name: 'posts', exact: true }).click()
  await held.arrived
  const response = { status: 403, json: { code: 403, message: 'Not allowed.', data: {} } }
  await page.route('**/api/collections/mgauthors000001/records**', route => route.fulfill(response), { times: 1 })
  await page.getByRole('link', { name: 'authors', exact: true }).click()
  await eventually(() => calls.filter(({ path }) => path.includes('mgauthors000001')).length).toBeGreaterThan(0)
  await eventually(() => cancelled).toContain('/api/collections/mgposts00000001/records')
  held.release()
  await eventually(() => visited.some(hash => hash === '#/' || hash === '#/collections')).toBe(true)
  // The pointer keeps the toast open until the list is loaded.
  await toast(page, 'The server denied access to this page, so you were taken to the start page. Not allowed.').hover()
  await page.getByRole('table', { name: 'Records of authors' }).getByText('alice-amber', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Close notification' }).count()).toBe(1)
  expect(await page.getByRole('region', { name: 'Notifications' }).getByText(/abort/i).count()).toBe(0)
})

test('M26.4 the avatar is the one of the admin, or the first if the admin has none', async () => {
  const { page } = await openPage({ server: server(), path: '#/collections' })
  const pictureOf = async (avatar: string) => {
    const model = `Object.assign(JSON.parse(localStorage.getItem('${sessionKey}')).model, { avatar: ${avatar} })`
    await page.evaluate(`localStorage.setItem('${sessionKey}', JSON.stringify({
      token: JSON.parse(localStorage.getItem('${sessionKey}')).token, model: ${model} }))`)
    await page.reload()
    const account = page.getByRole('button', { name: `Account of ${editor.email}` })
    return (await account.screenshot()).toString('base64')
  }
  const third = await pictureOf('3')
  expect(await pictureOf('0')).not.toBe(third)
  expect(await pictureOf('undefined')).toBe(await pictureOf('0'))
  expect(await pictureOf('3')).toBe(third)
})

test('M26.6 sign-out by keyboard sends no request and removes the session', async () => {
  const { page, load } = await openPage({ server: server(), path: null })
  // Without the event stream, whose first event has the counts fetched again, the counts and the state of code are the last automatic requests.
  const stream = await holdCalls(page, request => request.url().endsWith('/api/realtime'))
  const automatic = ['**/record-counts', '**/api/code'].map(path => page.waitForResponse(path))
  await load('#/collections')
  await Promise.all([...automatic, stream.arrived])
  const account = page.getByRole('button', { name: `Account of ${editor.email}` })
  await account.focus()
  await page.keyboard.press('Enter')
  const calls = watchCalls(page)
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
  await page.keyboard.press('End')
  await eventually(() => hasFocus(page.getByRole('menuitem', { name: 'Logout' }))).toBe(true)
  await page.keyboard.press('Enter')
  await loginHeading(page).waitFor()
  expect(calls).toEqual([])
  expect(await storedSession(page)).toBeNull()
})

test('M26.2 M26.7 M26.9 M25.12 the document title contains page, application and product, and logo and footer link where they say', async () => {
  const { page, origin, load } = await openPage({ server: server(), path: null })
  const held = await holdCalls(page, request => request.url().includes('/api/settings'))
  await load('#/collections?collectionId=mgtags000000001')
  await page.getByRole('table', { name: 'Records of tags' }).getByText('Köln').waitFor()
  held.release()
  await eventually(() => page.title()).toBe('tags - Small Magazine - Coffer')
  const logo = page.getByRole('link', { name: 'Coffer, start page' })
  expect(await logo.getAttribute('href')).toBe('/_/#/')
  const footer = page.getByRole('contentinfo')
  expect(await footer.getByRole('link').allTextContents()).toEqual(['Docs', `Coffer v${productVersion()}`])
  for (const [link, heading] of [
    ['Docs', 'Concepts'],
    ['Coffer v', 'Changelog'],
  ] as const) {
    const opening = page.waitForEvent('popup')
    await footer.getByRole('link', { name: link }).click()
    const manual = await opening
    await manual.getByRole('heading', { name: heading, level: 1 }).waitFor()
    expect(new URL(manual.url()).origin).toBe(origin)
    await expectAccessible(manual)
    await manual.close()
  }
  const calls = watchCalls(page)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await eventually(() => calls.length).toBeGreaterThan(0)
  expect(calls.map(({ request }) => new URL(request.url()).origin)).toEqual(calls.map(() => origin))

  const guest = await openPage({ server: server(), signedIn: false })
  await eventually(() => guest.page.title()).toBe('Admin sign in - Coffer')
})

test('M26.8 settings that cannot be read only cause a warning in the console', async () => {
  const { page, origin } = await openPage({ server: server(), signedIn: false, allowedErrors: [/status of 500/] })
  const warnings: string[] = []
  page.on('console', message => message.type() === 'warning' && warnings.push(message.text()))
  await page.route('**/api/settings**', route => route.fulfill({ status: 500, json: { code: 500, message: 'No.', data: {} } }))
  await fillLogin(page)
  await loginButton(page).click()
  await eventually(() => page.title()).toBe('author_totals - Coffer')
  await eventually(() => warnings.join()).toContain('Failed to load app settings.')
  expect(await page.getByRole('region', { name: 'Notifications' }).getByText('No.').count()).toBe(0)
  expect(origin).toBe(new URL(page.url()).origin)
})
