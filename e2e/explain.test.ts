import { expect, test } from 'vitest'
import { signToken } from '../test/harness/signToken.ts'
import { collectionEditor } from './harness/collectionEditor.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { openPage, phone } from './harness/openPage.ts'

const explaining = '#/access?explain=view&collectionId=mgposts00000001&recordId=post00000000003'

test('the menu of a record explains who can see it, with each comparison, its values and what would change the result', async () => {
  const { page, client } = await openPage({ path: '#/collections?collectionId=media&recordId=media0000000001' })
  await client.collection('media').update('media0000000001', { public: false })
  await page.getByRole('dialog').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Who can see this?' }).click()
  const panel = page.getByRole('dialog', { name: 'Explain a request' })
  await panel.getByText('Rejected with 404').waitFor()
  const rule = panel.getByRole('region', { name: 'Rule' })
  await rule.getByText('public = true', { exact: true }).waitFor()
  expect(await rule.getByRole('img', { name: 'False' }).count()).toBeGreaterThan(1)
  await panel.getByText('Set public of the record to true.').waitFor()
  await expectAccessible(page)
  await client.collection('media').update('media0000000001', { public: true })
  await panel.getByRole('button', { name: 'Explain', exact: true }).click()
  await panel.getByText('Allowed with 200').waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
})

test('the panel explains requests of a searched user, by keyboard alone, in the dark theme', async () => {
  const { page } = await openPage({ path: '#/access?collectionId=mgcomments00001', theme: 'dark' })
  await page.getByRole('button', { name: 'Explain Create' }).press('Enter')
  const panel = page.getByRole('dialog', { name: 'Explain a request' })
  const search = panel.getByRole('textbox', { name: 'Another user' })
  await search.fill('alice')
  await search.press('Enter')
  await panel.getByRole('combobox', { name: 'Who' }).getByText(/alice/).waitFor()
  const data = panel.getByRole('textbox', { name: 'Data' })
  await data.fill('{"post": ')
  await panel.getByRole('textbox', { name: 'Query' }).press('Enter')
  await panel.getByText(/^Enter a JSON object/).waitFor()
  expect(await hasFocus(data)).toBe(true)
  await data.fill('{"post": "post00000000001", "author": "alice0000000001", "body": "Hello", "approved": true}')
  await panel.getByRole('textbox', { name: 'Query' }).press('Enter')
  await panel.getByText('Rejected with 400').waitFor()
  await panel.getByText('@request.data.approved:isset = false', { exact: true }).waitFor()
  await expectAccessible(page)
})

test('a request without a record is not sent, and the focus goes to the field of the record', async () => {
  const { page } = await openPage({ path: '#/access?explain=view&collectionId=mgposts00000001' })
  const panel = page.getByRole('dialog', { name: 'Explain a request' })
  await panel.getByRole('textbox', { name: 'Query' }).press('Enter')
  await panel.getByText('Enter the id of a record.').waitFor()
  const record = panel.getByRole('textbox', { name: 'Record id' })
  expect(await hasFocus(record)).toBe(true)
  await record.fill('post00000000001')
  expect(await panel.getByText('Enter the id of a record.').count()).toBe(0)
  await record.press('Enter')
  await panel.getByText('Allowed with 200').waitFor()
})

test('the number of records in an explained list opens them, also with a filter and a rule that is not saved', async () => {
  const search = new URLSearchParams({
    ...{ explain: 'list', collectionId: 'mgposts00000001' },
    ...{ query: 'filter=status="published"', rule: 'id = "post00000000001" || title = "Listed later"' },
  })
  const { page, client } = await openPage({ path: `#/access?${search}` })
  const panel = page.getByRole('dialog', { name: 'Explain a request' })
  await panel.getByText('Allowed: 1 record in the list').waitFor()
  await panel.getByText('Records in the list', { exact: true }).click()
  const listed = panel.getByRole('list', { name: 'Records in the list' })
  await listed.waitFor()
  expect(await listed.getByRole('link').allTextContents()).toEqual(['post00000000001'])
  // The list must not be read out as part of the verdict.
  expect(await panel.getByRole('status').getByRole('list').count()).toBe(0)
  await expectAccessible(page)

  await client.collection('posts').update('post00000000002', { title: 'Listed later', status: 'published' })
  await panel.getByRole('button', { name: 'Explain', exact: true }).click()
  await panel.getByText('Allowed: 2 records in the list').waitFor()
  await expect
    .poll(async () => (await listed.getByRole('link').allTextContents()).sort())
    .toEqual(['post00000000001', 'post00000000002'])
  await panel.getByRole('textbox', { name: 'Query' }).fill('perPage=1&skipTotal=1')
  await panel.getByRole('button', { name: 'Explain', exact: true }).click()
  await panel.getByText('Allowed: 1 record on this page').waitFor()
  await listed.waitFor({ state: 'hidden' })
})

test('the panel works on a phone, where the verdict scrolls into view and the focus stays', async () => {
  const { page } = await openPage({ path: explaining, viewport: phone })
  await page.getByRole('region', { name: 'Rule' }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const record = page.getByRole('textbox', { name: 'Record id' })
  await record.fill('post00000000001')
  await page.getByRole('combobox', { name: 'Who' }).scrollIntoViewIfNeeded()
  await record.press('Enter')
  const verdict = page.getByRole('status').filter({ hasText: 'Allowed with 200' })
  await verdict.waitFor()
  await eventually(async () => {
    const { y = -1, height = 0 } = (await verdict.boundingBox()) ?? {}
    return y > 0 && y + height <= phone.height
  }).toBe(true)
  expect(await hasFocus(record)).toBe(true)
})

test('the panel sends headers, and names users instead of their ids', async () => {
  const rule = '@request.headers.x_team = "red" && author.user.id != ""'
  const search = new URLSearchParams({ explain: 'view', collectionId: 'mgposts00000001', recordId: 'post00000000001', rule })
  const { page } = await openPage({ path: `#/access?${search}&persona=${encodeURIComponent('_pb_users_auth_/alice0000000001')}` })
  const panel = page.getByRole('dialog', { name: 'Explain a request' })
  await panel.getByText('Rejected with 404').waitFor()
  await panel.getByRole('combobox', { name: 'Who' }).getByText('alice (users)').waitFor()
  await panel.getByText('users alice →').waitFor()
  const headers = panel.getByRole('textbox', { name: 'Headers' })
  await headers.fill('red')
  await panel.getByRole('button', { name: 'Explain', exact: true }).click()
  await panel.getByText('Enter each header as NAME: VALUE, one per line.').waitFor()
  await headers.fill('X-Team: red')
  await panel.getByRole('button', { name: 'Explain', exact: true }).click()
  await panel.getByText('Allowed with 200').waitFor()
  await expectAccessible(page)
})

test('an edited rule can be tried in another tab without being saved', async () => {
  const { page } = await openPage({ path: '#/collections?collectionId=media&panel=edit' })
  const editor = collectionEditor(page, 'Edit collection')
  await editor.getByRole('tab', { name: 'API Rules' }).click()
  const opened = page.context().waitForEvent('page')
  await editor.getByRole('link', { name: 'Try it: list rule' }).click()
  const tab = await opened
  await tab.getByText('With the rule as edited').waitFor()
  await tab.getByRole('region', { name: 'Rule' }).waitFor()
  await tab.close()
})

test('a rejected request in the log leads to its explanation', async () => {
  const { page, client } = await openPage({ path: '#/logs' })
  const guest = await fetch(`${client.baseUrl}/api/collections/posts/records/missing00000001`)
  expect(guest.status).toBe(404)
  await expect.poll(async () => (await client.logs.getList(1, 1, { filter: 'data.url ~ "missing00000001"' })).totalItems).toBe(1)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page
    .getByText(/missing00000001/)
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Request log' }).getByRole('link', { name: 'Why?' }).click()
  await page.getByText('There is no record missing00000001 in posts.').waitFor()
})

test("the explanation of a user's request in the log asks which user it was", async () => {
  const { page, client, dataDir } = await openPage({ path: '#/logs' })
  const headers = { Authorization: signToken(dataDir, 'auth', 'users:alice') }
  const list = `${client.baseUrl}/api/collections/posts/records?filter=${encodeURIComponent('title = "unwritten"')}`
  expect((await fetch(list, { headers })).status).toBe(200)
  await expect.poll(async () => (await client.logs.getList(1, 1, { filter: 'data.url ~ "unwritten"' })).totalItems).toBe(1)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page
    .getByText(/unwritten/)
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Request log' }).getByRole('link', { name: 'Why?' }).click()
  const panel = page.getByRole('dialog', { name: 'Explain a request' })
  await panel.getByRole('combobox', { name: 'Who' }).getByText('A user', { exact: true }).waitFor()
  await panel.getByRole('button', { name: 'Explain', exact: true }).click()
  await panel.getByText('Find a user, or choose Guests.').waitFor()
  expect(await hasFocus(panel.getByRole('combobox', { name: 'Who' }))).toBe(true)
  expect(await panel.getByText('Allowed, but the list is empty').count()).toBe(0)
  await expectAccessible(page)

  await panel.getByRole('textbox', { name: 'Another user' }).fill('alice')
  await page.keyboard.press('Enter')
  await panel.getByRole('combobox', { name: 'Who' }).getByText('alice (users)').waitFor()
  await panel.getByRole('button', { name: 'Explain', exact: true }).click()
  await panel.getByText('Allowed, but the list is empty').waitFor()
})

test('the request of a newer client in the log is explained with the response that it got', async () => {
  const { page, client } = await openPage({ path: '#/logs' })
  const refused = await fetch(`${client.baseUrl}/today/api/collections/secrets/records?page=77`)
  expect(await refused.json()).toMatchObject({ status: 403, message: 'Only superusers can perform this action.' })
  await expect.poll(async () => (await client.logs.getList(1, 1, { filter: 'data.url ~ "page=77"' })).totalItems).toBe(1)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page
    .getByText(/page=77/)
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Request log' }).getByRole('link', { name: 'Why?' }).click()
  const panel = page.getByRole('dialog', { name: 'Explain a request' })
  await panel.getByText('Only superusers can perform this action.').waitFor()
  await panel.getByRole('combobox', { name: 'Client' }).getByText('PocketBase 0.23 and later').waitFor()
})

test('an empty list in the log leads to its explanation', async () => {
  const { page, client } = await openPage({ path: '#/logs' })
  await fetch(`${client.baseUrl}/api/collections/posts/records?filter=status%3D%22nothing%22`)
  await expect.poll(async () => (await client.logs.getList(1, 1, { filter: 'data.url ~ "nothing"' })).totalItems).toBe(1)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page
    .getByText(/status="nothing"/)
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Request log' }).getByRole('link', { name: 'Why?' }).click()
  await page.getByText('Allowed, but the list is empty').waitFor()
})

test('an explained request is one of the version that the settings give to clients that show none', async () => {
  const { page, client, load } = await openPage({ path: null })
  await client.send('/api/settings/dialect', { method: 'PATCH', body: { dialect: 'today' } })
  await load('#/access?explain=list&collectionId=mgsecrets000001')
  const panel = page.getByRole('dialog', { name: 'Explain a request' })
  await panel.getByRole('combobox', { name: 'Client' }).getByText('PocketBase 0.23 and later').waitFor()
  await panel.getByText('Only superusers can perform this action.').waitFor()
})

test('an explanation of a request that has hooks says that they were not called', async () => {
  const { page, load } = await openPage({ path: null })
  await page.route('**/api/access/explain', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), hasHooks: true } })
  })
  await load(explaining)
  const panel = page.getByRole('dialog', { name: 'Explain a request' })
  await panel.getByText('Hooks were not called. The API calls them').waitFor()
  await expectAccessible(page)
})
