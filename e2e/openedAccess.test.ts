import type PocketBase from 'pocketbase'
import type { CollectionModel } from 'pocketbase'
import { expect, test } from 'vitest'
import { collectionEditor, unlockViewRule } from './harness/collectionEditor.ts'
import { addField, fieldGear } from './harness/collectionFields.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { input } from './harness/input.ts'
import { openPage, phone } from './harness/openPage.ts'
import { rewrite } from './harness/rewrite.ts'
import { toast } from './harness/toast.ts'

const editedSecrets = '#/collections?collectionId=mgsecrets000001&panel=edit'

test('an edited rule says which records it opens, and opening a collection to everyone asks to type its name', async () => {
  const { page, client } = await openPage({ path: editedSecrets })
  const editor = await unlockViewRule(page)
  await editor.getByText('2 records become visible to everyone.').waitFor()
  await editor.getByRole('link', { name: 'secret000000001' }).waitFor()
  await expectAccessible(page, 'layer')
  await rewrite(input(editor, 'View rule'), '@request.auth.id != "" && id = "secret000000001"')
  await editor.getByText('11 of the users gain 11 records in total.').waitFor()
  const named = editor.getByText('Users:').locator('..')
  expect(await named.getByRole('link').count()).toBe(5)
  await named.getByRole('button', { name: 'Show all 11' }).press('Enter')
  expect(await named.getByRole('link').count()).toBe(11)
  expect(await hasFocus(named.getByRole('button', { name: 'Show fewer' }))).toBe(true)
  await expectAccessible(page, 'layer')
  await named.getByRole('button', { name: 'alice: 1 more' }).click()
  const gained = editor.getByRole('region', { name: 'Records of alice' })
  await gained.getByRole('link', { name: 'secret000000001' }).waitFor()
  const link = named.getByRole('link', { name: 'alice' })
  expect(await link.getAttribute('href')).toMatch(/^#\/access\?persona=/)
  await rewrite(input(editor, 'View rule'), '')
  await editor.getByText('2 records become visible to everyone.').waitFor()
  await page.keyboard.press('Control+s')
  const question = page.getByRole('alertdialog', { name: 'Confirm collection changes' })
  await question.getByText('Anyone gets access to secrets without signing in.').waitFor()
  const confirm = question.getByRole('button', { name: 'Confirm' })
  expect(await confirm.isDisabled()).toBe(true)
  await expectAccessible(page, 'layer')
  await question.getByRole('textbox').fill('secrets')
  await confirm.click()
  await toast(page, 'Successfully updated collection.').waitFor()
  expect(await client.collections.getOne('secrets')).toMatchObject({ viewRule: '' })
})

test('a rule that opens the other records of a partly open collection to everyone asks to type its name', async () => {
  const { page, client } = await openPage({ path: '#/collections?collectionId=mgposts00000001&panel=edit' })
  const { id, listRule } = await client.collections.getOne('posts')
  expect([id, listRule]).toEqual(['mgposts00000001', expect.stringContaining('published')])
  const editor = collectionEditor(page, 'Edit collection')
  await editor.getByRole('tab', { name: 'API Rules' }).click()
  await rewrite(input(editor, 'List/Search rule'), 'id != ""')
  await page.keyboard.press('Control+s')
  const question = page.getByRole('alertdialog', { name: 'Confirm collection changes' })
  await question.getByText('Anyone gets access to posts without signing in.').waitFor()
  expect(await question.getByRole('button', { name: 'Confirm' }).isDisabled()).toBe(true)
  await question.getByRole('textbox', { name: 'Type posts to confirm' }).waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await client.collections.getOne('posts')).toMatchObject({ listRule })
})

test('a rule that names a field of the same save asks to type the name of the collection that it might open', async () => {
  const { page, client } = await openPage({ path: editedSecrets })
  const editor = collectionEditor(page, 'Edit collection')
  await addField(page, editor, 'Bool', 'archived')
  await unlockViewRule(page)
  await rewrite(input(editor, 'View rule'), 'archived != true')
  await editor.getByText('Everyone might get access to all records.').waitFor()
  await page.keyboard.press('Control+s')
  const question = page.getByRole('alertdialog', { name: 'Confirm collection changes' })
  await question.getByText('Anyone might get access to secrets without signing in.').waitFor()
  const confirm = question.getByRole('button', { name: 'Confirm' })
  expect(await confirm.isDisabled()).toBe(true)
  await expectAccessible(page, 'layer')
  await question.getByRole('textbox', { name: 'Type secrets to confirm' }).fill('secrets')
  await confirm.click()
  await toast(page, 'Successfully updated collection.').waitFor()
  expect(await client.collections.getOne('secrets')).toMatchObject({ viewRule: 'archived != true' })
})

const busy = { code: 429, message: 'Too many requests.', data: {} }

test('the list of the records that a user gains says that it failed or ran out of time, and is loaded again', async () => {
  const { page } = await openPage({ path: editedSecrets, allowedErrors: [/status of 429/] })
  let lists = 0
  await page.route('**/api/access/compare', async route => {
    if (route.request().postDataJSON().persona === undefined) return route.continue()
    lists += 1
    if (lists === 1) return route.fulfill({ status: 429, json: busy })
    if (lists > 2) return route.continue()
    const response = await route.fetch()
    const json = await response.json()
    // As the server responds if it could not examine the user in time.
    json.changes[0].users.changed = []
    await route.fulfill({ response, json })
  })
  const editor = await unlockViewRule(page)
  await rewrite(input(editor, 'View rule'), '@request.auth.id != "" && id = "secret000000001"')
  const user = editor.getByRole('button', { name: /: 1 more$/ }).first()
  await user.click()
  const gained = editor.getByRole('region', { name: /^Records of / })
  await gained.getByText('The records could not be loaded.').waitFor()
  await gained.getByRole('button', { name: 'Retry' }).click()
  await gained.getByText('The records could not be listed in time.').waitFor()
  await user.click()
  await gained.waitFor({ state: 'hidden' })
  await user.click()
  await gained.getByRole('link', { name: 'secret000000001' }).waitFor()
})

test('the number of records that a rule opens in a large table opens all of them, beside the examples', async () => {
  const { page } = await openPage({ path: editedSecrets })
  await page.route('**/api/access/compare', async route => {
    const response = await route.fetch()
    const json = await response.json()
    // As the server responds if it has examined a sample of the table.
    const [change] = json.changes
    Object.assign(change, { sample: 1000, guests: { ...change.guests, gained: 5000 } })
    await route.fulfill({ response, json })
  })
  const editor = await unlockViewRule(page)
  await editor.getByText('About 5,000 records become visible to everyone.').waitFor()
  await editor.getByText('Become accessible, for example:').waitFor()
  await editor.getByText('Become accessible: all records').click()
  const all = editor.getByRole('list', { name: 'Become accessible: all records' })
  await all.waitFor()
  await editor.getByText('2 in total').waitFor()
  const texts = await all.getByRole('link').allTextContents()
  expect(texts.map(text => text.slice(0, 15))).toEqual(['secret000000001', 'secret000000002'])
  expect(await all.getByRole('link').first().getAttribute('target')).toBe('_blank')
  const arrow = await editor.locator('summary').filter({ hasText: 'all records' }).locator('svg').boundingBox()
  expect((await all.boundingBox())?.x).toBe((arrow?.x ?? 0) + (arrow?.width ?? 0) + 8)
  await expectAccessible(page, 'layer')
})

test('opening a collection to everyone asks to type its name also if the server cannot compare the rules', async () => {
  const { page, client } = await openPage({ path: editedSecrets, allowedErrors: [/status of 429/] })
  await page.route('**/api/access/compare', route => route.fulfill({ status: 429, json: busy }))
  const editor = await unlockViewRule(page)
  await editor.getByText('The records that the rule opens and closes could not be counted.').waitFor()
  await expectAccessible(page, 'layer')
  await page.keyboard.press('Control+s')
  const question = page.getByRole('alertdialog', { name: 'Confirm collection changes' })
  await question.getByText('The records could not be counted in time.').waitFor()
  expect(await question.getByRole('button', { name: 'Confirm' }).isDisabled()).toBe(true)
  await question.getByRole('textbox', { name: 'Type secrets to confirm' }).waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await client.collections.getOne('secrets')).toMatchObject({ viewRule: null })
  await page.unroute('**/api/access/compare')
  await editor.getByRole('button', { name: 'Count again' }).click()
  await editor.getByText('2 records become visible to everyone.').waitFor()
})

test('an edited rule says that its records are being counted, until they are', async () => {
  const { page } = await openPage({ path: editedSecrets })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/access/compare', async route => {
    await released
    await route.continue()
  })
  const editor = await unlockViewRule(page)
  const counting = editor.getByText('Counting the records that the rule opens and closes...')
  await counting.waitFor()
  release()
  await editor.getByText('2 records become visible to everyone.').waitFor()
  expect(await counting.isHidden()).toBe(true)
})

/** Adds a field that a rule of secrets reads. Returns the collections before the field was added. */
async function excludeBanned(client: PocketBase): Promise<CollectionModel[]> {
  const stored = await client.collections.getFullList()
  const { schema = [] } = stored.find(({ name }) => name === 'users') ?? {}
  await client.collections.update('users', { schema: [...schema, { name: 'banned', type: 'bool' }] })
  const viewRule = '@request.auth.id != "" && @request.auth.banned != true'
  await client.collections.update('secrets', { listRule: '@request.auth.banned = true', viewRule })
  await client.collection('users').update('alice0000000001', { banned: true })
  return stored
}

test('removing a field names the rules that read it, and asks to type the name of a collection that can allow more', async () => {
  const { page, client, load } = await openPage({ path: null })
  await excludeBanned(client)
  await load('#/collections?collectionId=_pb_users_auth_&panel=edit')
  const editor = collectionEditor(page, 'Edit collection')
  await fieldGear(editor, 'banned').click()
  await editor.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.keyboard.press('Control+s')
  const question = page.getByRole('alertdialog', { name: 'Confirm collection changes' })
  const rules = question.getByRole('list', { name: 'Rules that read these fields' })
  await rules.waitFor()
  expect(await rules.locator(':scope > li > p').allTextContents()).toEqual([
    'secrets, list rule: @request.auth.banned. It can allow less.',
    'secrets, view rule: @request.auth.banned. It can allow more.',
  ])
  await rules.getByText('1 of the users gains 2 records.').waitFor()
  const losing = await question.getByText('are deleted permanently').getByRole('link', { name: '1 record' }).getAttribute('href')
  expect(Object.fromEntries(new URLSearchParams(losing?.split('?')[1]))).toEqual({
    collectionId: '_pb_users_auth_',
    filter: 'banned = true',
  })
  await rules.getByRole('button', { name: 'alice: 2 more' }).click()
  const gained = rules.getByRole('region', { name: 'Records of alice' })
  await gained.getByRole('link', { name: 'secret000000002' }).waitFor()
  await expectAccessible(page, 'layer')
  expect(await question.getByRole('button', { name: 'Confirm' }).isDisabled()).toBe(true)
  await question.getByRole('textbox', { name: 'Type secrets to confirm' }).fill('secrets')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await toast(page, 'Successfully updated collection.').waitFor()
})

test('deleting a collection names the rules that follow relations through it, and says that they can allow more', async () => {
  const { page, client, load } = await openPage({ path: null })
  const user = {
    name: 'user',
    type: 'relation',
    options: { collectionId: '_pb_users_auth_', maxSelect: 1, cascadeDelete: false },
  }
  const { id } = await client.collections.create({ name: 'bans', type: 'base', schema: [user] })
  await client.collection('bans').create({ user: 'alice0000000001' })
  await client.collections.update('secrets', { viewRule: '@request.auth.id != "" && @request.auth.bans_via_user.id = ""' })
  await load(`#/collections?collectionId=${id}&panel=edit`)
  const editor = collectionEditor(page, 'Edit collection')
  await editor.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: /^Do you really want to delete collection "bans"/ })
  await question.getByText('secrets, view rule: @request.auth.bans_via_user.id. It can allow more.').waitFor()
  await question.getByText('1 of the users gains 2 records.').waitFor()
  await expectAccessible(page, 'layer')
  await question.getByRole('textbox', { name: 'Type bans to confirm' }).waitFor()
  await question.getByRole('button', { name: 'No' }).click()
})

test('an import that removes a field by which a rule excludes users asks to type the name of the collection', async () => {
  const { page, client, load } = await openPage({ path: null })
  const before = await excludeBanned(client)
  const { viewRule } = await client.collections.getOne('secrets')
  const imported = before.map(collection => (collection.name === 'secrets' ? { ...collection, viewRule } : collection))
  await load('#/settings/import-collections')
  const buffer = Buffer.from(JSON.stringify(imported))
  await page.getByLabel('JSON file').setInputFiles({ name: 'pb_schema.json', mimeType: 'application/json', buffer })
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Confirm and import' }).click()
  await page.getByRole('button', { name: 'Delete and import' }).click()
  const question = page.getByRole('alertdialog', { name: 'Confirm collection changes' })
  await question.getByText('secrets, view rule: @request.auth.banned. It can allow more.').waitFor()
  await question.getByText('1 of the users gains 2 records.').waitFor()
  await question.getByRole('textbox', { name: 'Type secrets to confirm' }).waitFor()
  expect(await question.getByRole('button', { name: 'Confirm' }).isDisabled()).toBe(true)
  await question.getByRole('button', { name: 'Cancel' }).click()
  const { schema } = await client.collections.getOne('users')
  expect(schema.map(({ name }) => name)).toContain('banned')
})

test('an import that opens a stored collection to everyone asks to type its name', async () => {
  const { page, client } = await openPage({ path: '#/settings/import-collections' })
  const stored = await client.collections.getFullList()
  const opened = stored.map(collection => (collection.name === 'secrets' ? { ...collection, listRule: '' } : collection))
  const buffer = Buffer.from(JSON.stringify(opened))
  await page.getByLabel('JSON file').setInputFiles({ name: 'pb_schema.json', mimeType: 'application/json', buffer })
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Confirm and import' }).click()
  const question = page.getByRole('alertdialog', { name: 'Confirm collection changes' })
  await question.getByText('2 records become listable to everyone.').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await client.collections.getOne('secrets')).toMatchObject({ listRule: null })
})

test('an import with a new field and a rule that names it asks to type the name of the collection that it might open', async () => {
  const { page, client } = await openPage({ path: '#/settings/import-collections' })
  const stored = await client.collections.getFullList()
  const withField = ({ schema, ...collection }: CollectionModel) => {
    const archived = { id: 'archived1', name: 'archived', type: 'bool', options: {} }
    return { ...collection, schema: [...schema, archived], listRule: 'archived != true' }
  }
  const imported = stored.map(collection => (collection.name === 'secrets' ? withField(collection) : collection))
  const buffer = Buffer.from(JSON.stringify(imported))
  await page.getByLabel('JSON file').setInputFiles({ name: 'pb_schema.json', mimeType: 'application/json', buffer })
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Confirm and import' }).click()
  const question = page.getByRole('alertdialog', { name: 'Confirm collection changes' })
  await question.getByText('Anyone might get access to secrets without signing in.').waitFor()
  await question.getByRole('textbox', { name: 'Type secrets to confirm' }).waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await client.collections.getOne('secrets')).toMatchObject({ listRule: null })
})

test('an import that opens a stored collection asks to type its name also if its details are closed during the comparison', async () => {
  const { page, client } = await openPage({ path: '#/settings/import-collections' })
  const stored = await client.collections.getFullList()
  const opened = stored.map(collection => (collection.name === 'secrets' ? { ...collection, listRule: 'id != ""' } : collection))
  const released = Promise.withResolvers<void>()
  await page.route('**/api/access/compare', async route => {
    await released.promise
    // The page has canceled the comparison that its details no longer show.
    await route.continue().catch(() => undefined)
  })
  const buffer = Buffer.from(JSON.stringify(opened))
  await page.getByLabel('JSON file').setInputFiles({ name: 'pb_schema.json', mimeType: 'application/json', buffer })
  await page.getByRole('button', { name: 'Review' }).click()
  const review = page.getByRole('dialog', { name: 'Side-by-side diff' })
  const details = review.getByRole('heading', { name: 'settings' })
  await details.waitFor()
  await review.getByRole('status', { name: 'Comparing the rules of secrets...' }).waitFor()
  await review.getByRole('button', { name: 'Confirm and import' }).click()
  await review.getByRole('heading', { name: 'secrets' }).click()
  await details.waitFor({ state: 'hidden' })
  released.resolve()
  const question = page.getByRole('alertdialog', { name: 'Confirm collection changes' })
  await question.getByRole('textbox', { name: 'Type secrets to confirm' }).waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await client.collections.getOne('secrets')).toMatchObject({ listRule: null })
})

test('the review of an import says what each changed rule opens and closes, also if it does not open everything', async () => {
  const { page, client } = await openPage({ path: '#/settings/import-collections', allowedErrors: [/status of 429/] })
  let comparisons = 0
  await page.route('**/api/access/compare', route => {
    comparisons += 1
    return comparisons === 1 ? route.fulfill({ status: 429, json: busy }) : route.continue()
  })
  const stored = await client.collections.getFullList()
  const viewRule = 'id = "secret000000001"'
  const changed = stored.map(collection => (collection.name === 'secrets' ? { ...collection, viewRule } : collection))
  const buffer = Buffer.from(JSON.stringify(changed))
  await page.getByLabel('JSON file').setInputFiles({ name: 'pb_schema.json', mimeType: 'application/json', buffer })
  await page.getByRole('button', { name: 'Review' }).click()
  const review = page.getByRole('dialog', { name: 'Side-by-side diff' })
  await review.getByText('The effects of the rules could not be loaded.').waitFor()
  await review.getByRole('button', { name: 'Retry' }).click()
  const rules = review.getByRole('list', { name: 'Changed rules of secrets' })
  await rules.getByText('1 record becomes visible to everyone.').waitFor()
  await rules.getByRole('link', { name: 'secret000000001' }).waitFor()
  await expectAccessible(page, 'layer')
  // Links open in other tabs, so the window often gets the focus again.
  await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`)
  await page.evaluate(`fetch('/api/health').then(({ status }) => status)`)
  expect(comparisons).toBe(2)
  await page.getByRole('button', { name: 'Confirm and import' }).click()
  await toast(page, 'Successfully imported collections configuration.').waitFor()
  expect(await client.collections.getOne('secrets')).toMatchObject({ viewRule })
})

test('the comparison of a rule, the question with the name to type and the review of an import fit a phone', async () => {
  const { page, client, load } = await openPage({ viewport: phone, path: editedSecrets })
  const editor = await unlockViewRule(page)
  await editor.getByText('2 records become visible to everyone.').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'layer')
  await page.keyboard.press('Control+s')
  const question = page.getByRole('alertdialog', { name: 'Confirm collection changes' })
  await question.getByRole('textbox', { name: 'Type secrets to confirm' }).fill('secrets')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'layer')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await toast(page, 'Successfully updated collection.').waitFor()
  const stored = await client.collections.getFullList()
  const opened = stored.map(collection => (collection.name === 'secrets' ? { ...collection, listRule: '' } : collection))
  await load('#/settings/import-collections')
  const buffer = Buffer.from(JSON.stringify(opened))
  await page.getByLabel('JSON file').setInputFiles({ name: 'pb_schema.json', mimeType: 'application/json', buffer })
  await page.getByRole('button', { name: 'Review' }).click()
  const review = page.getByRole('dialog', { name: 'Side-by-side diff' })
  await review.getByText('2 records become listable to everyone.').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'layer')
})
