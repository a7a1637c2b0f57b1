import type { CollectionModel } from 'pocketbase'
import { expect, test } from 'vitest'
import { collectionEditor } from './harness/collectionEditor.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { input } from './harness/input.ts'
import { openPage, phone } from './harness/openPage.ts'
import { rewrite } from './harness/rewrite.ts'
import { toast } from './harness/toast.ts'

const editedStats = '#/collections?collectionId=mgpoststats0001&panel=edit'
const added = "(CASE WHEN status = 'draft' THEN id || 'x' ELSE id END) AS id"
const query = `SELECT ${added}, (CASE WHEN status = 'archived' THEN slug ELSE title END) AS title, status, views, author, cover, body FROM posts`

test('another query of a view that others can read asks for confirmation with what it shows, and lists the records', async () => {
  const { page, client } = await openPage({ path: editedStats })
  const editor = collectionEditor(page, 'Edit collection')
  await rewrite(input(editor, 'Select query'), query)
  await page.keyboard.press('Control+s')
  const question = page.getByRole('alertdialog', { name: 'Confirm collection changes' })
  await question
    .getByText('The query of post_stats has changed. Guests or users can read what it selects in post_stats.')
    .waitFor()
  const effects = question.getByRole('list', { name: 'Effects of the query of post_stats' })
  expect(await effects.locator(':scope > li').allInnerTexts()).toEqual([
    'New fields: body',
    'Removed fields: created',
    '4 records are added',
    '4 records show other values',
    '4 records are no longer shown',
  ])
  await expectAccessible(page, 'layer')
  // With the keyboard, the lists are before the focused button to cancel.
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  const changed = question.getByRole('list', { name: '4 records show other values' })
  await changed.getByRole('link').first().waitFor()
  expect(await changed.getByRole('link').count()).toBe(4)
  await effects.getByText('4 records are added').click()
  const gained = question.getByRole('list', { name: '4 records are added' })
  await gained.waitFor()
  expect(await gained.getByRole('listitem').count()).toBe(4)
  expect(await gained.getByRole('link').count()).toBe(0)
  await expectAccessible(page, 'layer')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await toast(page, 'Successfully updated collection.').waitFor()
  expect(await client.collections.getOne('post_stats')).toMatchObject({ options: { query } })
})

test('another query of a view asks for confirmation also if it could not be compared, and of one for admins only asks nothing', async () => {
  const { page, client, load } = await openPage({ path: editedStats, allowedErrors: [/status of 429/] })
  const busy = { code: 429, message: 'Too many requests.', data: {} }
  await page.route('**/api/access/compare', route => route.fulfill({ status: 429, json: busy }))
  const editor = collectionEditor(page, 'Edit collection')
  await rewrite(input(editor, 'Select query'), query)
  await page.keyboard.press('Control+s')
  const question = page.getByRole('alertdialog', { name: 'Confirm collection changes' })
  await question.getByText("Couldn't compare it with the stored query. Check what it shows.").waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await client.collections.update('post_stats', { listRule: null, viewRule: null })
  await load(editedStats)
  await rewrite(input(editor, 'Select query'), query)
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated collection.').waitFor()
})

test('a new query without a column through which a rule follows a relation asks to type the name of the collection', async () => {
  const { page, client, load } = await openPage({ path: null })
  const bans = { name: 'bans', type: 'view', options: { query: 'SELECT id, id AS user FROM users' } }
  const { id } = await client.collections.create(bans)
  await client.collections.update('secrets', { viewRule: '@request.auth.id != "" && @request.auth.bans_via_user.id = ""' })
  await load(`#/collections?collectionId=${id}&panel=edit`)
  const editor = collectionEditor(page, 'Edit collection')
  await rewrite(input(editor, 'Select query'), 'SELECT id, username FROM users')
  await page.keyboard.press('Control+s')
  const question = page.getByRole('alertdialog', { name: 'Confirm collection changes' })
  await question.getByText('secrets, view rule: @request.auth.bans_via_user.id. It can allow more.').waitFor()
  await question.getByRole('textbox', { name: 'Type secrets to confirm' }).waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
})

test('an import with another query of a view that others can read asks for confirmation, also on a phone', async () => {
  const { page, client } = await openPage({ path: '#/settings/import-collections', viewport: phone, theme: 'dark' })
  const stored = await client.collections.getFullList()
  const withQuery = (collection: CollectionModel) =>
    collection.name === 'post_stats' ? { ...collection, options: { query } } : collection
  const buffer = Buffer.from(JSON.stringify(stored.map(withQuery)))
  await page.getByLabel('JSON file').setInputFiles({ name: 'pb_schema.json', mimeType: 'application/json', buffer })
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Confirm and import' }).click()
  const question = page.getByRole('alertdialog', { name: 'Confirm collection changes' })
  await question.getByText('4 records show other values').click()
  await question.getByRole('list', { name: '4 records show other values' }).getByRole('link').first().waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'layer')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await toast(page, 'Successfully imported collections configuration.').waitFor()
})

test('a view that others can read is marked after a change of its query, until the state is reviewed', async () => {
  const { page, client, load } = await openPage({ path: null })
  const { state } = await client.send('/api/access/exposure', {})
  await client.send('/api/access/review', { method: 'PUT', body: { state } })
  await client.collections.update('post_stats', { options: { query } })
  await load('#/access')
  await page.getByText('Guests can read new fields of post_stats: body.').waitFor()
  await page.getByRole('button', { name: 'Guests can read post_stats, and its query has changed.' }).click()
  const panel = page.getByRole('dialog', { name: 'Guests: post_stats' })
  await panel.getByText('The query has changed since the review. Check which records and values it shows.').waitFor()
  await expectAccessible(page, 'layer')
})
