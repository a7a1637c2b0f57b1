import { generateKeyPairSync } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { address } from './harness/address.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { filterBar } from './harness/filterBar.ts'
import { input } from './harness/input.ts'
import { openPage } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'
import { editor } from './harness/signIn.ts'
import { toast } from './harness/toast.ts'
import { type Call, watchCalls } from './harness/watchCalls.ts'

const server = shareServer()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const panel = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const save = (page: Page) => button(page, 'Save changes')
const changes = (calls: readonly Call[], path: string) =>
  calls.filter(call => call.path.startsWith(path) && call.method !== 'GET').map(({ request }) => request.postDataJSON())

/** Keeps a panel with unsaved changes open. */
async function keepOpen(page: Page) {
  const question = page.getByRole('alertdialog', { name: 'You have unsaved changes. Do you really want to close the panel?' })
  await question.getByRole('button', { name: 'No' }).click()
}

test('M32.1–4 enabled providers are listed before the others', async () => {
  const { page } = await openPage({ server: server(), path: '#/settings/auth-providers' })
  await page.getByText('Manage the allowed users OAuth2 sign-in/sign-up methods.').waitFor()
  const cards = (name: string) => page.getByRole('list', { name }).getByRole('listitem')
  const enabled = await cards('Enabled providers').allInnerTexts()
  expect(enabled.map(text => text.split('\n')[0])).toEqual(['Google', 'GitHub', 'OpenID Connect'])
  expect(enabled[0]).toMatch(/^Google\s+\(google\)\s+Enabled/)
  expect(await cards('Disabled providers').count()).toBe(22)
  // A logo has no text, so each card starts with the provider's title and not with a placeholder letter.
  for (const text of await cards('Disabled providers').allInnerTexts()) expect(text.split('\n')[0]).toMatch(/\w{2}/)
  expect(await page.getByRole('separator').count()).toBeGreaterThan(0)
  await expectAccessible(page)
})

test('M32.5–10 M32.12 M32.14 a provider is set up, and its settings are validated at their inputs', async () => {
  const { page } = await openPage({ server: server(), path: '#/settings/auth-providers' })
  const calls = watchCalls(page)
  await button(page, 'mailcow settings').click()
  const mailcow = panel(page, 'mailcow provider')
  const enable = mailcow.getByRole('switch', { name: 'Enable' })
  await eventually(() => enable.isChecked()).toBe(true)
  expect(await save(page).isDisabled()).toBe(true)
  await input(mailcow, 'Client ID').fill('ours')
  await save(page).click()
  await eventually(() => mailcow.getByText('Cannot be blank.').count()).toBe(4)
  for (const label of ['Auth URL', 'Token URL', 'User API URL']) await input(mailcow, label).fill('nowhere')
  await input(mailcow, 'Client secret').fill('made-up')
  await save(page).click()
  await eventually(() => mailcow.getByText('Must be a valid URL.').count()).toBe(3)
  await mailcow.getByRole('button', { name: 'Close' }).last().click()
  await keepOpen(page)
  for (const label of ['Auth URL', 'Token URL', 'User API URL']) await input(mailcow, label).fill('https://mail.example/oauth')
  await save(page).click()
  await toast(page, 'Successfully updated provider settings.').waitFor()
  await mailcow.waitFor({ state: 'detached' })
  const url = 'https://mail.example/oauth'
  expect(changes(calls, '/api/settings')).toEqual([
    { mailcowAuth: { enabled: true, clientId: 'ours', clientSecret: 'made-up', authUrl: url, tokenUrl: url, userApiUrl: url } },
  ])
})

test('M32.8 M32.13 M32.15 a provider that is turned off loses its settings, and others have default ones', async () => {
  const { page, client } = await openPage({ server: server(), path: '#/settings/auth-providers' })
  await button(page, 'OpenID Connect settings').click()
  const oidc = panel(page, 'OpenID Connect provider')
  await oidc.waitFor()
  await expectAccessible(page, 'layer')
  await eventually(() => address(page)).toMatchObject({ query: { provider: 'oidc' } })
  expect(await input(oidc, 'Client secret').getAttribute('placeholder')).toBe('******')
  const isOn = oidc.getByRole('switch', { name: 'Enable' })
  await isOn.uncheck()
  await eventually(() => input(oidc, 'Client ID').inputValue()).toBe('')
  await isOn.check()
  await eventually(() => input(oidc, 'Client ID').inputValue()).toBe('made-up-oidc-id')
  await isOn.uncheck()
  await save(page).click()
  await oidc.waitFor({ state: 'detached' })
  const { oidcAuth } = await client.settings.getAll()
  expect(oidcAuth).toMatchObject({ enabled: false, clientId: '', clientSecret: '', authUrl: '', displayName: '', pkce: null })

  await button(page, '(2) OpenID Connect settings').click()
  const second = panel(page, '(2) OpenID Connect provider')
  expect(await input(second, 'Display name').inputValue()).toBe('OIDC')
  expect(await second.getByRole('switch', { name: 'Support PKCE' }).isChecked()).toBe(true)
  await page.keyboard.press('Escape')
  await second.waitFor({ state: 'detached' })
  await button(page, 'GitLab settings').click()
  await panel(page, 'GitLab provider').getByRole('group', { name: 'Self-hosted endpoints (optional)' }).waitFor()
})

test("M32.11 M32.16–22 Apple's client secret is generated from a private key and filled in", async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { page } = await openPage({ server: server(), path: '#/settings/auth-providers?provider=apple' })
  const calls = watchCalls(page)
  const apple = panel(page, 'Apple provider')
  await input(apple, 'Client ID').fill('example.magazine')
  await button(page, 'Generate secret').click()
  const dialog = panel(page, 'Generate apple client secret')
  expect(await input(dialog, 'Client ID').inputValue()).toBe('example.magazine')
  expect(await input(dialog, 'Duration (in seconds)').inputValue()).toBe('15777000')
  await dialog.getByText('The key is not stored on the server. It is used only to sign the secret.').waitFor()
  await expectAccessible(page, 'layer')
  const generate = dialog.getByRole('button', { name: 'Generate and set secret' })
  await generate.click()
  await dialog.getByText('Team ID cannot be blank.').waitFor()
  await input(dialog, 'Team ID').fill('TEAM567890')
  await input(dialog, 'Key ID').fill('KEY4567890')
  const key = String(privateKey.export({ type: 'pkcs8', format: 'pem' })).trim()
  await input(dialog, 'Private key').fill(`  ${key}\n\n`)
  await generate.click()
  await toast(page, 'Successfully generated client secret.').waitFor()
  expect(changes(calls, '/api/settings/apple')).toEqual([
    { clientId: 'example.magazine', teamId: 'TEAM567890', keyId: 'KEY4567890', privateKey: key, duration: 15777000 },
  ])
  await eventually(() => input(apple, 'Client secret').inputValue()).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
})

test('M26.5 M28.1–12 M28.14–17 M28.20 admins can be searched, sorted and created', async () => {
  const allowedErrors = [/status of 400/, /could not be loaded/]
  const { page, client } = await openPage({ server: server(), path: '#/collections', allowedErrors })
  const calls = watchCalls(page)
  await page.getByRole('button', { name: `Account of ${editor.email}` }).click()
  await page.getByRole('menuitem', { name: 'Manage admins' }).click()
  const table = page.getByRole('table', { name: 'Admins' })
  const own = table.getByRole('row').filter({ hasText: editor.email })
  await own.getByText('You', { exact: true }).waitFor()
  expect(await table.getByText('You', { exact: true }).count()).toBe(1)
  await page.getByText('Total found: 2').waitFor()
  expect(calls.find(({ path }) => path === '/api/admins')?.query).toMatchObject({ perPage: '100', sort: '-created' })
  await expectAccessible(page)
  await table.getByRole('button', { name: 'email' }).click()
  await eventually(() => address(page)).toMatchObject({ path: '/_/#/settings/admins', query: { sort: '-email' } })
  await eventually(() => table.getByRole('row').nth(1).textContent()).toMatch(/second@magazine\.example/)
  await page.getByPlaceholder("Search term or filter like email='test@example.com'...").waitFor()
  await filterBar(page).fill('nobody')
  await button(page, 'Search').click()
  await page.getByText('No admins found.').waitFor()
  await eventually(() => address(page).query).toMatchObject({ filter: 'nobody', sort: '-email' })
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('Total found: 2').waitFor()

  await filterBar(page).fill('email >')
  await page.keyboard.press('Enter')
  await page.getByText("This filter can't be used.").waitFor()
  await page.getByText('Total found: N/A').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('Total found: 2').waitFor()

  await button(page, 'New admin').click()
  const created = panel(page, 'New admin')
  expect(await button(page, 'Create').isDisabled()).toBe(true)
  expect(await created.getByRole('radio').count()).toBe(10)
  expect(await created.getByRole('radio', { name: 'Avatar 0' }).isChecked()).toBe(true)
  expect(await created.getByRole('checkbox', { name: 'Change password' }).count()).toBe(0)
  await expectAccessible(page, 'layer')
  await created.getByRole('radio', { name: 'Avatar 7' }).check({ force: true })
  await input(created, 'Email').fill('second@magazine')
  await button(page, 'Create').click()
  await created.getByText('Must be a valid email address.').waitFor()
  await created.getByText('Password cannot be blank.').waitFor()
  await page.keyboard.press('Escape')
  await keepOpen(page)
  await input(created, 'Email').fill('third@magazine.example')
  await input(created, 'Password').fill('third-admin-1')
  await input(created, 'Password confirm').fill('third-admin-1')
  await button(page, 'Create').click()
  await toast(page, 'Successfully created admin.').waitFor()
  await page.getByText('Total found: 3').waitFor()
  const [third] = await client.admins.getFullList({ filter: 'email = "third@magazine.example"' })
  expect(third?.avatar).toBe(7)
})

test('M28.13 M28.18–19 M28.21–23 admins can be edited and deleted, including the signed-in admin', async () => {
  const { page, client } = await openPage({ path: `#/settings/admins?adminId=${editor.id}`, allowedErrors: [/status of 400/] })
  const edited = panel(page, 'Edit admin')
  await edited.getByText(editor.id).waitFor()
  expect(await save(page).isDisabled()).toBe(true)
  await input(edited, 'Email').fill('second@magazine.example')
  await save(page).click()
  await edited.getByText(/already in use|already exists/i).waitFor()
  await input(edited, 'Email').fill('chief@magazine.example')
  await edited.getByRole('checkbox', { name: 'Change password' }).check()
  await input(edited, 'Password').fill('magazine-admin-2')
  await input(edited, 'Password confirm').fill('magazine-admin-2')
  await expectAccessible(page, 'layer')
  await save(page).click()
  await toast(page, 'Successfully updated admin.').waitFor()
  await page.getByRole('button', { name: 'Account of chief@magazine.example' }).waitFor()
  await page.getByRole('row').filter({ hasText: 'chief@magazine.example' }).waitFor()

  await page.getByText('second@magazine.example').click()
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Do you really want to delete the selected admin?' })
  await question.getByRole('button', { name: 'Delete admin' }).click()
  await toast(page, 'Successfully deleted admin.').waitFor()
  await page.getByText('Total found: 1').waitFor()
  await client.admins.authWithPassword('chief@magazine.example', 'magazine-admin-2')
  await client.admins.create({ email: 'last@magazine.example', password: 'last-admin-1', passwordConfirm: 'last-admin-1' })
  await page.getByText('chief@magazine.example').click()
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await question.getByText('This is your own account. You will be signed out.').waitFor()
  await question.getByRole('button', { name: 'Delete admin' }).click()
  await page.getByRole('heading', { name: 'Admin sign in' }).waitFor()
})

test('the only admin cannot be deleted, and the error gives the reason', async () => {
  const { page, client } = await openPage({ path: `#/settings/admins`, allowedErrors: [/status of 400/] })
  const [second] = await client.admins.getFullList({ filter: 'email = "second@magazine.example"' })
  await client.admins.delete(second?.id ?? '')
  await page.getByText(editor.email).click()
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Do you really want to delete the selected admin?' })
  await question.getByRole('button', { name: 'Delete admin' }).click()
  await question.getByRole('alert').getByText("You can't delete the only admin.").waitFor()
  await expectAccessible(page)
})

test('the form of an admin shows the stored values, and a save sends only the changed ones', async () => {
  const { page, client } = await openPage({ path: '#/settings/admins' })
  const calls = watchCalls(page)
  const edited = panel(page, 'Edit admin')
  const saved = async () => {
    await save(page).click()
    await edited.waitFor({ state: 'detached' })
  }
  await page.getByText('second@magazine.example').click()
  await input(edited, 'Email').fill('renamed@magazine.example')
  await saved()
  await page.getByText('renamed@magazine.example').click()
  expect(await input(edited, 'Email').inputValue()).toBe('renamed@magazine.example')
  await edited.getByRole('checkbox', { name: 'Change password' }).check()
  await input(edited, 'Password').fill('another-password')
  await input(edited, 'Password confirm').fill('another-password')
  await saved()
  const patches = calls.filter(({ method }) => method === 'PATCH')
  expect(changes(patches, '/api/admins')).toEqual([
    { email: 'renamed@magazine.example' },
    { password: 'another-password', passwordConfirm: 'another-password' },
  ])
  await client.admins.authWithPassword('renamed@magazine.example', 'another-password')
})
