import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { openPage, phone } from './harness/openPage.ts'

test('the screen Access shows what guests can do in words, the riskiest collections first, and each number opens its records', async () => {
  const { page } = await openPage({ path: '#/collections' })
  await page.getByRole('link', { name: 'Access' }).click()
  const first = page.getByRole('row').nth(1)
  await first.getByRole('rowheader', { name: 'scratch' }).waitFor()
  expect(await first.getByRole('cell').allTextContents()).toEqual([
    'List scratch: All 20',
    'View scratch: All 20',
    'Create scratch: Any',
    'Update scratch: All 20',
    'Delete scratch: All 20',
    '–',
    '–',
  ])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'List posts: 27 of 40' }).click()
  const panel = page.getByRole('dialog', { name: 'Guests: posts' })
  await panel.getByText('27 in total').waitFor()
  const all = panel.getByRole('link', { name: '40 records', exact: true })
  expect(await all.getAttribute('href')).toBe('#/collections?collectionId=mgposts00000001')
  expect(await panel.getByRole('region', { name: 'List' }).getByRole('listitem').count()).toBe(27)
  await panel
    .getByText(/^Everyone, where/)
    .first()
    .waitFor()
  await expectAccessible(page)
  await panel.getByRole('link', { name: /^post00000000001/ }).click()
  await page.getByRole('dialog', { name: 'Edit posts record' }).waitFor()
  await page.goBack()
  await panel.getByText('27 in total').waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
})

test('a view is counted once its details are open', async () => {
  const { page } = await openPage({ path: '#/access' })
  await page.getByRole('button', { name: 'View post_stats: Not counted' }).click()
  await page.getByRole('dialog').getByRole('heading', { name: 'View: 28 of 40' }).waitFor()
})

test('the access of new users, and of a user that is searched, is shown and stays in the address', async () => {
  const { page } = await openPage({ path: '#/access' })
  await page.getByRole('combobox', { name: 'Who' }).click()
  await page.getByRole('option', { name: 'New users' }).click()
  await page.getByRole('button', { name: 'List users: All 8' }).waitFor()
  const search = page.getByRole('textbox', { name: 'Another user' })
  await search.fill('nobody')
  await search.press('Enter')
  await page.getByText('No user has this id, username or email.').waitFor()
  await search.fill('alice')
  await search.press('Enter')
  await page.getByRole('button', { name: 'List posts: All 40' }).waitFor()
  expect(await hasFocus(search)).toBe(true)
  const shown = page.getByRole('status').filter({ hasText: 'Access of alice (users)' })
  await shown.waitFor({ state: 'attached' })
  await page.reload()
  await page.getByRole('button', { name: 'List posts: All 40' }).waitFor()
  await page.getByRole('button', { name: 'Emails users: 4 of 8' }).click()
  await page.getByRole('dialog', { name: 'alice (users): users' }).getByText('4 in total').waitFor()
})

test('what a rule opens after the review is listed in words and marked, until it is reviewed again', async () => {
  const { page, client } = await openPage({ path: '#/access', theme: 'dark' })
  await page.getByText(/^Check what guests and new users can do/).waitFor()
  await page.getByRole('button', { name: 'Mark as reviewed' }).click()
  await page.getByText('Nothing has become possible since.').waitFor()
  await client.collections.update('secrets', { viewRule: '' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('button', { name: 'View secrets: All 2 New' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Who' }).click()
  await page.getByRole('option', { name: 'New users' }).click()
  await page.getByRole('button', { name: 'View secrets: All 2 New' }).waitFor()
  await page.getByRole('button', { name: 'Guests can view all records of secrets (before: none).' }).click()
  await page.getByRole('dialog', { name: 'Guests: secrets' }).getByText('2 in total').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Mark as reviewed' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as reviewed' }).click()
  await page.getByText('Nothing has become possible since.').waitFor()
})

test('fields and files that have become readable since the review are marked in the table and in the details', async () => {
  const { page, client } = await openPage({ path: '#/access' })
  await page.getByRole('button', { name: 'Mark as reviewed' }).click()
  await page.getByText('Nothing has become possible since.').waitFor()
  const { schema } = await client.collections.getOne('media')
  const opened = schema.map(field =>
    field.name === 'confidential' ? { ...field, options: { ...field.options, protected: false } } : field,
  )
  await client.collections.update('media', { schema: [...opened, { name: 'price', type: 'number' }] })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('button', { name: /^Base collection media.*New$/ }).click()
  const panel = page.getByRole('dialog', { name: 'Guests: media' })
  await panel.getByText('New since the review: price').waitFor()
  await panel.getByRole('definition').filter({ hasText: 'confidential: anyone who knows the address New' }).waitFor()
  await expectAccessible(page)
})

test('numbers that cannot be updated or counted say so, and are loaded again', async () => {
  const { page } = await openPage({ path: '#/access', allowedErrors: [/status of 429/] })
  const cell = page.getByRole('button', { name: 'Delete scratch: All 20' })
  await cell.waitFor()
  const exposures = /api\/access\/exposure/
  await page.route(exposures, route =>
    route.fulfill({ status: 429, json: { code: 429, message: 'Too many requests.', data: {} } }),
  )
  await page.getByRole('button', { name: 'Refresh' }).click()
  const failure = page.getByRole('alert').filter({ hasText: 'The numbers could not be updated.' })
  await failure.getByText('Too many requests.').waitFor()
  await expectAccessible(page)
  await cell.click()
  const panel = page.getByRole('dialog', { name: 'Guests: scratch' })
  await panel.getByText('The exact numbers could not be loaded.').waitFor()
  await expectAccessible(page)
  await page.unroute(exposures)
  await panel.getByRole('button', { name: 'Retry' }).click()
  await panel.getByText('The exact numbers could not be loaded.').waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await failure.waitFor({ state: 'hidden' })
})

test('an address with a collection that no longer exists says so', async () => {
  const { page } = await openPage({ path: '#/access?explain=list&collectionId=deleted00000001' })
  await page.getByText('The collection of this address no longer exists.').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('the screen Access works on a phone in the dark theme', async () => {
  const { page, client } = await openPage({ viewport: phone, theme: 'dark', path: '#/access' })
  await page.getByRole('button', { name: 'List scratch: All 20' }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const icon = page.getByRole('button', { name: 'Delete scratch: All 20' }).locator('svg')
  expect((await icon.boundingBox())?.width).toBe(14)
  await page.getByRole('button', { name: /^Auth collection users/ }).click()
  await page.getByRole('dialog', { name: 'Guests: users' }).getByRole('heading', { name: 'Emails: 4 of 8' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Mark as reviewed' }).click()
  await page.getByText('Nothing has become possible since.').waitFor()
  await client.collections.update('secrets', { viewRule: '' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('button', { name: 'Guests can view all records of secrets (before: none).' }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('the screen Access is used by keyboard alone', async () => {
  const { page } = await openPage({ path: '#/access' })
  const cell = page.getByRole('button', { name: 'Delete scratch: All 20' })
  await cell.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Guests: scratch' })
  await panel.getByText('20 in total').waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  expect(await hasFocus(cell)).toBe(true)
})

test('while a searched user is evaluated, the search stays with its focus, and the user is named', async () => {
  const { page } = await openPage({ path: '#/access' })
  await page.getByRole('button', { name: 'List posts: 27 of 40' }).waitFor()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/api\/access\/exposure\?.*persona=/, async route => {
    await released
    await route.continue()
  })
  const search = page.getByRole('textbox', { name: 'Another user' })
  await search.fill('alice')
  await search.press('Enter')
  await page.getByRole('status', { name: 'Evaluating who can do what...' }).waitFor()
  await page.getByRole('combobox', { name: 'Who' }).getByText('alice (users)').waitFor()
  expect(await hasFocus(search)).toBe(true)
  await expectAccessible(page)
  release()
  await page.getByRole('button', { name: 'List posts: All 40' }).waitFor()
  expect(await hasFocus(search)).toBe(true)
})

test('the first record of the next page gets the focus, as the button that loads the last page disappears', async () => {
  const address = { persona: '_pb_users_auth_/alice0000000001', collectionId: 'mgposts00000001', part: 'list' }
  const { page } = await openPage({ path: `#/access?${new URLSearchParams(address)}` })
  const panel = page.getByRole('dialog', { name: 'alice (users): posts' })
  const list = panel.getByRole('region', { name: 'List', exact: true })
  await list.getByText('40 in total').waitFor()
  expect(await list.getByRole('link').count()).toBe(30)
  await list.getByRole('status').filter({ hasText: '30 records shown' }).waitFor({ state: 'attached' })
  await list.getByRole('button', { name: 'Load more' }).press('Enter')
  await eventually(() => hasFocus(list.getByRole('link').nth(30))).toBe(true)
  expect(await list.getByRole('link').count()).toBe(40)
  expect(await list.getByRole('button', { name: 'Load more' }).count()).toBe(0)
  await list.getByRole('status').filter({ hasText: '40 records shown' }).waitFor({ state: 'attached' })
})

test('the number of records that a rule allows with any request opens them', async () => {
  const { page, client, load } = await openPage({ path: null })
  await client.collections.update('media', { updateRule: 'public = true || @request.query.all = "1"' })
  await load('#/access')
  await page.getByRole('button', { name: 'Update media: Up to 6 of 6' }).click()
  const update = page.getByRole('dialog', { name: 'Guests: media' }).getByRole('region', { name: 'Update' })
  await update.getByText('6 in total').waitFor()
  await update.getByText(/at least 3 with any request/).waitFor()
  await update.getByText('Records with any request').click()
  await update.getByText('3 in total').waitFor()
  await expectAccessible(page)
})

test('the numbers of records with protected files and of records on realtime topics open them', async () => {
  const { page } = await openPage({ path: '#/access' })
  await page.getByRole('button', { name: /^Base collection media/ }).click()
  const panel = page.getByRole('dialog', { name: 'Guests: media' })
  await panel.getByText(/protected, of these records: 3 of 6/).waitFor()
  await panel.getByText('Records with protected files').click()
  await panel.getByText('3 in total').waitFor()
  await panel.getByText('Records on media/*').click()
  await panel.getByText('3 in total').nth(1).waitFor()
  await expectAccessible(page)
})
