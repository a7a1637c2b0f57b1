import { expect, test } from 'vitest'
import { choose, editCollection } from './harness/collectionEditor.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { input } from './harness/input.ts'
import { openPage, phone } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'

const server = shareServer()

const clients = '#/collections?collectionId=mgclients000001'

/** Opens the options of the clients, after their auth options were set. */
async function openOptions({ options = {}, ...page }: { options?: object; viewport?: typeof phone } = {}) {
  const opened = await openPage({ server: server(), path: clients, ...page })
  await opened.client.collections.update('clients', { options })
  await opened.page.reload()
  const editor = await editCollection(opened.page)
  const open = () => editor.getByRole('tab', { name: 'Options' }).click()
  await open()
  const save = async () => {
    await editor.getByRole('button', { name: 'Save changes' }).click()
    await toast(opened.page, 'Successfully updated collection.').waitFor()
  }
  return { ...opened, editor, open, save }
}

const storedOptions = async ({ client }: { client: { send: (path: string, options: object) => Promise<unknown> } }) =>
  ((await client.send('/api/collections/clients?coffer=true', {})) as { options: { coffer?: Record<string, unknown> } }).options

test('an auth collection gets an identity field, a provider, a mail template and a token of its own', async () => {
  const { page, editor, save, client } = await openOptions()
  await editor.getByRole('checkbox', { name: 'vat' }).check()
  await editor.getByRole('switch', { name: 'OAuth2' }).check()
  await editor.getByText('Manage OAuth2 providers').waitFor()
  await editor.getByRole('switch', { name: 'Own providers for this collection' }).check()
  await editor.getByRole('button', { name: 'Add provider' }).click()
  await page.getByRole('menuitem', { name: 'GitHub', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'GitHub provider' })
  await dialog.getByRole('button', { name: 'Set provider' }).click()
  await dialog.getByText('Client ID cannot be blank.').waitFor()
  await input(dialog, 'Client ID').fill('our-client')
  await input(dialog, 'Client secret').fill('our-secret')
  await expectAccessible(page, 'layer')
  await dialog.getByRole('button', { name: 'Set provider' }).click()
  await editor.getByRole('list', { name: 'Providers of this collection' }).getByText('our-client').waitFor()
  await eventually(() => hasFocus(editor.getByRole('button', { name: 'Add provider' }))).toBe(true)
  await editor.getByRole('button', { name: 'Add provider' }).click()
  await page.getByRole('menuitem', { name: 'Lark', exact: true }).click()
  const lark = page.getByRole('dialog', { name: 'Lark provider' })
  await lark.getByRole('group', { name: 'Endpoints of larksuite.com (optional)' }).waitFor()
  await expectAccessible(page, 'layer')
  await lark.getByRole('button', { name: 'Cancel' }).click()
  await choose(page, input(editor, 'Full name'), 'company')
  await choose(page, input(editor, 'Picture'), 'logo')

  await editor.locator('summary', { hasText: 'Verification' }).click()
  await editor.getByRole('switch', { name: 'Own "Verification" template for this collection' }).check()
  await input(editor, 'Subject').fill('Welcome, {RECORD:username}')
  await input(editor, 'Sign-in token duration').fill('3')
  await expectAccessible(page, 'layer')
  await save()
  const { coffer } = await storedOptions({ client })
  expect(coffer).toMatchObject({
    identityFields: ['vat'],
    oauth2: { mappedFields: { name: 'company', avatarURL: 'logo' }, providers: [{ name: 'github', clientId: 'our-client' }] },
    templates: { verificationTemplate: { subject: 'Welcome, {RECORD:username}', body: expect.stringContaining('{TOKEN}') } },
    tokens: { authToken: { duration: 3 * 86_400 } },
  })
  expect(JSON.stringify(coffer)).not.toContain('our-secret')
})

test('an auth collection keeps the secrets of its own providers when they are edited, and can return to the providers in the settings', async () => {
  const change = { coffer: { oauth2: { providers: [{ name: 'github', clientId: 'first', clientSecret: 'a-secret' }] } } }
  const { page, editor, open, save, client } = await openOptions({ options: { ...change, allowOAuth2Auth: true } })
  await editor.getByRole('button', { name: 'Edit GitHub' }).click()
  const dialog = page.getByRole('dialog', { name: 'GitHub provider' })
  await dialog.getByRole('button', { name: 'Set new value' }).waitFor()
  await input(dialog, 'Client ID').fill('second')
  await dialog.getByRole('button', { name: 'Set provider' }).click()
  const invalidate = editor.getByRole('button', { name: 'Invalidate all previously issued tokens' }).first()
  await invalidate.click()
  await editor.getByText('After saving: All users of this collection are signed out.').waitFor()
  await save()
  const { authProviders } = await client.collection('clients').listAuthMethods()
  expect(authProviders.map(({ name, authUrl }) => [name, new URL(authUrl).searchParams.get('client_id')])).toEqual([
    ['github', 'second'],
  ])

  await editCollection(page)
  await open()
  await editor.getByRole('switch', { name: 'Own providers for this collection' }).uncheck()
  await editor.getByText('Manage OAuth2 providers').waitFor()
  await save()
  await eventually(async () => (await client.collection('clients').listAuthMethods()).authProviders.length).toBe(3)
})

test('the options of an auth collection fit on a phone', async () => {
  const { page, editor } = await openOptions({ viewport: phone })
  await editor.getByRole('heading', { name: 'Tokens' }).scrollIntoViewIfNeeded()
  await expectNoSidewaysScroll(page)
})
