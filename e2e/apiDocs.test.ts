import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { runSample } from '../test/api/apiDocs/runSample.ts'
import { samplePhoto } from '../test/api/apiDocs/serveDocs.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { openPage, phone } from './harness/openPage.ts'
import { pressEscapeWhenShown } from './harness/pressEscapeWhenShown.ts'
import { totalFound } from './harness/records.ts'
import { shareServer } from './harness/shareServer.ts'
import { tabTo } from './harness/tabTo.ts'

/** The clients collection allows no sign-in method. */
const server = shareServer({
  prepare: [
    {
      sql: `UPDATE _collections SET options = json_set(options, '$.allowEmailAuth', json('false')) WHERE name = 'clients'`,
    },
  ],
})

const docs = (page: Page, collection: string): Locator => page.getByRole('dialog', { name: `API of ${collection}` })
const tabs = (panel: Locator): Locator => panel.getByRole('tablist', { name: 'Endpoints' }).getByRole('tab')

const base = ['List/Search', 'View', 'Create', 'Update', 'Delete', 'Realtime']
const account = [
  'Auth refresh',
  'Request verification',
  'Confirm verification',
  'Request password reset',
  'Confirm password reset',
  'Request email change',
  'Confirm email change',
  'List auth methods',
  'List OAuth2 accounts',
  'Unlink OAuth2 account',
]

test('M04.3 M18.1 M18.6 the API preview is loaded on demand and works with the keyboard alone', async () => {
  const scripts: string[] = []
  const { page, origin } = await openPage({ server: server(), path: null })
  page.on('request', request => scripts.push(request.url()))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${origin}/_/#/collections?collectionId=mgposts00000001`)
  await totalFound(page, 40).waitFor()
  const isLoaded = () => scripts.some(url => url.includes('ApiDocsPanel'))
  expect(isLoaded()).toBe(false)
  const open = page.getByRole('button', { name: 'API preview' })
  await open.focus()
  await eventually(isLoaded).toBe(true)

  await page.keyboard.press('Enter')
  const panel = docs(page, 'posts')
  await panel.waitFor()
  expect(await tabs(panel).allInnerTexts()).toEqual(base)
  await eventually(() => hasFocus(panel.getByRole('tab', { name: 'List/Search' }))).toBe(true)
  await panel.getByText('signed-in users whose id equals').waitFor()
  // An Escape pressed as soon as the help is in the page closes the help, not the panel.
  const help = page.getByRole('dialog', { name: 'Filter syntax' })
  const escaped = await pressEscapeWhenShown(page, '[role=dialog][aria-label="Filter syntax"]')
  await panel.getByRole('button', { name: 'Filter syntax' }).press('Enter')
  await escaped()
  await eventually(() => help.count()).toBe(0)
  expect(await panel.count()).toBe(1)
  await expectAccessible(page, 'layer')

  await panel.getByRole('tab', { name: 'List/Search' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await panel.getByRole('heading', { name: 'Create' }).waitFor()
  await panel.getByRole('tab', { name: 'JavaScript' }).focus()
  await page.keyboard.press('ArrowLeft')
  await panel.getByRole('button', { name: 'Copy the curl code' }).press('Enter')
  await eventually(() => page.evaluate<string>('navigator.clipboard.readText()')).toMatch(
    `curl -X POST '${origin}/api/collections/posts/records'`,
  )
  const title = panel.getByRole('table', { name: 'Body: fields' }).getByRole('row', { name: /^title/ })
  expect(await title.textContent()).toMatch(/title\s*String\s*Required\s*From 3 to 120 characters\./)

  // The selected tab is in the address; the selected language is stored.
  await page.reload()
  await panel.getByRole('heading', { name: 'Create' }).waitFor()
  await panel.getByRole('button', { name: 'Copy the curl code' }).waitFor()
  await panel.getByRole('tab', { name: 'View', exact: true }).click()
  await panel.getByText('/records/RECORD_ID').waitFor()
  await panel.getByRole('switch', { name: 'Use a stored record as the example' }).press('Space')
  await panel.getByText(/records\/post\d{11}'/).waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => panel.count()).toBe(0)
  await eventually(() => page.url()).toBe(`${origin}/_/#/collections?collectionId=mgposts00000001&sort=-created`)
})

test('M18.2–5 the API preview lists twelve endpoints for an auth collection, and only List and View for a view', async () => {
  const { page, go } = await openPage({ server: server(), path: '#/collections?collectionId=_pb_users_auth_&panel=api' })
  const users = docs(page, 'users')
  await users.waitFor()
  expect(await tabs(users).allInnerTexts()).toEqual([...base, 'Auth with password', 'Auth with OAuth2', ...account])

  await go('#/collections?collectionId=mgclients000001&panel=api')
  await docs(page, 'clients').waitFor()
  expect(await tabs(docs(page, 'clients')).allInnerTexts()).toEqual([...base, ...account])

  await go('#/collections?collectionId=mgpoststats0001&panel=api')
  const view = docs(page, 'post_stats')
  await view.waitFor()
  expect(await tabs(view).allInnerTexts()).toEqual(['List/Search', 'View'])

  await page.setViewportSize(phone)
  await view.getByRole('combobox', { name: 'Endpoint' }).click()
  await page.getByRole('option', { name: 'View' }).click()
  await view.getByRole('heading', { name: 'View' }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'layer')
})

test('the server accepts the samples of the API preview once their placeholders are replaced', async () => {
  const { page, go } = await openPage({ server: server(), path: '#/collections?collectionId=mgposts00000001&panel=api' })
  const posts = docs(page, 'posts')
  await posts.getByRole('tab', { name: 'Create' }).click()
  await posts.getByRole('heading', { name: 'Create' }).waitFor()
  const sampleIn = (panel: Locator) => panel.getByRole('tabpanel', { name: 'JavaScript' }).locator('pre').textContent()
  const create = (await sampleIn(posts)) ?? ''
  expect(create).toContain('// Replace CATEGORY_ID with the id of a record of categories.')
  const signIn = { YOUR_EMAIL: 'bob@readers.example', YOUR_PASSWORD: 'password-bob' }
  const ids = { CATEGORY_ID: 'category0000001', AUTHOR_ID: 'author000000002' }
  const { record } = await runSample(create, { file: await samplePhoto(), replacing: { ...signIn, ...ids } })
  expect(record).toMatchObject({ status: 'draft', category: ids.CATEGORY_ID, cover: expect.stringMatching(/^photo_/) })

  await go('#/collections?collectionId=_pb_users_auth_&panel=api')
  const users = docs(page, 'users')
  await users.getByRole('tab', { name: 'Update' }).click()
  await users.getByRole('heading', { name: 'Update' }).waitFor()
  const changed = await runSample((await sampleIn(users)) ?? '', { replacing: signIn })
  expect(changed.record).toMatchObject({ username: 'bob', name: 'Some text' })
  await expectAccessible(page, 'layer')
})

test('the API preview downloads the OpenAPI document and the TypeScript types of all collections', async () => {
  const { page } = await openPage({ server: server(), path: '#/collections?collectionId=mgposts00000001' })
  await page.getByRole('button', { name: 'API preview' }).click()
  const panel = docs(page, 'posts')
  const download = async (name: string) => {
    const started = page.waitForEvent('download')
    await panel.getByRole('button', { name }).click()
    const file = await started
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
  }
  const openApi = await download('Download the OpenAPI document')
  expect(openApi.name).toBe('openapi.json')
  expect(JSON.parse(openApi.text)).toMatchObject({ openapi: '3.1.1', paths: { '/api/collections/posts/records': {} } })
  const types = await download('Download the TypeScript types')
  expect(types.name).toBe('types.ts')
  expect(types.text).toContain('export interface PostsRecord {')
  await expectAccessible(page)
})

test('on a phone, the whole focus ring of the last control above the footer is visible', async () => {
  const path = '#/collections?collectionId=mgposts00000001&panel=api'
  const { page } = await openPage({ server: server(), viewport: phone, path })
  const panel = docs(page, 'posts')
  const last = panel.getByRole('button', { name: 'Download the TypeScript types' })
  // The footer has its final height once the stored record is loaded.
  await panel.getByRole('switch', { name: 'Use a stored record as the example' }).waitFor()
  await tabTo(page, last)
  const [control, footer] = await Promise.all([last.boundingBox(), panel.locator('footer').boundingBox()])
  const ringBottom = (control?.y ?? 0) + (control?.height ?? 0) + 4
  expect(ringBottom).toBeLessThanOrEqual(footer?.y ?? 0)
})
