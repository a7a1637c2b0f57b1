import { expect, onTestFinished, test } from 'vitest'
import { address } from './harness/address.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { holdCalls } from './harness/holdCalls.ts'
import { input } from './harness/input.ts'
import { openPage } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'
import { startSample } from './harness/startSample.ts'
import { storeSession } from './harness/storeSession.ts'
import { toast } from './harness/toast.ts'
import { watchCalls } from './harness/watchCalls.ts'

/** No test creates an admin here: tests that complete the form have their own server. */
const untouched = shareServer({ sample: 'empty' })

const admin = { email: 'first@example.com', password: 'a long password' }

test('M01.1–4 the first start asks for the first admin and reports missing values', async () => {
  const { page } = await openPage({ server: untouched(), signedIn: false })
  await eventually(() => address(page).path).toBe('/_/?installer#/')
  const submit = page.getByRole('button', { name: 'Create and login' })
  await submit.click()
  await page.getByText('Email cannot be blank.').waitFor()
  await page.getByText('Password cannot be blank.').waitFor()
  await page.getByText('Password confirm cannot be blank.').waitFor()
  expect(await hasFocus(input(page, 'Email'))).toBe(true)

  await input(page, 'Email').fill('first')
  await page.getByText('Minimum 10 characters.').waitFor()
  await input(page, 'Password').fill('too short')
  await input(page, 'Password confirm').fill('too short')
  await submit.click()
  await page.getByText('Must be a valid email address.').waitFor()
  expect(await page.getByText('Must have at least 10 characters.').count()).toBe(2)

  await input(page, 'Email').fill(admin.email)
  await eventually(() => page.getByText('Must be a valid email address.').count()).toBe(0)
})

test('M01.5 M23.6 passwords that differ are rejected by the server, with the error only at their input', async () => {
  const { page } = await openPage({ server: untouched(), signedIn: false, allowedErrors: [/status of 400/] })
  const calls = watchCalls(page)
  await input(page, 'Email').fill(admin.email)
  await input(page, 'Password').fill(admin.password)
  await input(page, 'Password confirm').fill('another password')
  await page.getByRole('button', { name: 'Create and login' }).click()
  await page.getByText("Values don't match.").waitFor()
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/admins'])
  expect(await hasFocus(input(page, 'Password confirm'))).toBe(true)
  expect(await page.getByRole('button', { name: 'Close notification' }).count()).toBe(0)
})

test('M01.6 M23.4 a server error is shown below its input: the message, else the code, else "Invalid value"', async () => {
  const { page } = await openPage({ server: untouched(), signedIn: false, allowedErrors: [/status of 400/] })
  const data = {
    email: { message: 'Taken.', code: 'x' },
    password: { code: 'some_code' },
    passwordConfirm: {},
  }
  await page.route('**/api/admins', route => route.fulfill({ status: 400, json: { code: 400, message: 'No luck.', data } }))
  await input(page, 'Email').fill(admin.email)
  await input(page, 'Password').fill(admin.password)
  await input(page, 'Password confirm').fill(admin.password)
  await page.getByRole('button', { name: 'Create and login' }).click()
  await toast(page, 'No luck.').waitFor()
  const errorOf = (label: string) => input(page, label).and(page.getByRole('textbox', { description: 'Taken.' }))
  await errorOf('Email').waitFor()
  await page.getByText('some_code').waitFor()
  await page.getByText('Invalid value').waitFor()
})

test('M01.7–10 M03.2 creating the first admin signs in and opens the collections', async () => {
  const { page } = await openPage({ sample: 'empty', signedIn: false, threads: 'pool' })
  const calls = watchCalls(page)
  await input(page, 'Email').fill(admin.email)
  await input(page, 'Password').fill(admin.password)
  await input(page, 'Password confirm').fill(admin.password)
  const held = await holdCalls(page, request => request.method() === 'POST' && request.url().endsWith('/api/admins'))
  await page.getByRole('button', { name: 'Create and login' }).click()
  await page.getByRole('button', { name: 'Create and login', disabled: true }).waitFor()
  await page.keyboard.press('Enter')
  held.release()

  await page.getByRole('heading', { name: 'users' }).waitFor()
  await page.getByRole('table', { name: 'Records of users' }).getByText('No records found.').waitFor()
  await eventually(() => address(page).path).toBe('/_/#/collections')
  const sent = calls
    .filter(({ path }) => path.startsWith('/api/admins'))
    .map(({ path, request }) => [path, request.postDataJSON()])
  expect(sent).toEqual([
    ['/api/admins', { ...admin, passwordConfirm: admin.password }],
    ['/api/admins/auth-with-password', { identity: admin.email, password: admin.password }],
  ])
  await page.reload()
  await page.getByRole('heading', { name: 'users' }).waitFor()
  const list = calls.findLast(({ path }) => path === '/api/collections')
  expect(list?.query).toMatchObject({ page: '1', perPage: '200', sort: '+name' })
})

test('the installer asks for the setup code at a remote hostname, and the link in the console contains the code', async () => {
  const server = await startSample({ sample: 'empty' })
  onTestFinished(server.stop)
  const { port } = new URL(server.origin)
  const named = { ...server, origin: `http://coffer.localhost:${port}` }
  const { page, load } = await openPage({ server: named, signedIn: false, allowedErrors: [/status of 403/] })
  const fill = async () => {
    await input(page, 'Email').fill(admin.email)
    await input(page, 'Password').fill(admin.password)
    await input(page, 'Password confirm').fill(admin.password)
  }
  const submit = page.getByRole('button', { name: 'Create and login' })
  await fill()
  expect(await page.getByLabel('Setup code').count()).toBe(0)
  await submit.click()
  await page.getByText('Enter the setup code that the server printed when it started.').waitFor()
  await eventually(() => hasFocus(input(page, 'Setup code'))).toBe(true)
  await expectAccessible(page)
  await submit.click()
  await page.getByText('Setup code cannot be blank.').waitFor()
  await input(page, 'Setup code').fill('of another start')
  await submit.click()
  await page.getByText('This is not the setup code of the running server. It changes with each start.').waitFor()

  await load(`?installer#/?setupCode=${server.setupCode}`)
  await fill()
  await submit.click()
  await page.getByRole('heading', { name: 'users' }).waitFor()
})

test('M01.1 M25.1 the installer clears a stored session, and no other route opens until the first admin exists', async () => {
  const { page, load } = await openPage({ server: untouched(), signedIn: false })
  await page.getByRole('button', { name: 'Create and login' }).waitFor()
  await storeSession(page, { expiresIn: 3600 })
  const calls = watchCalls(page)
  for (const route of ['/collections', '/login', '/request-password-reset', '/nowhere']) {
    await load(`?installer#${route}`)
    await page.getByRole('heading', { name: 'Create your first admin account in order to continue' }).waitFor()
    await eventually(() => address(page).path).toBe('/_/?installer#/')
  }
  expect(calls.map(({ path }) => path)).toEqual([])
  expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain('token')
})
