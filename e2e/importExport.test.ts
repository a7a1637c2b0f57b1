import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import type PocketBase from 'pocketbase'
import { expect, test } from 'vitest'
import { newerExport } from '../test/harness/newerExport.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { holdCalls } from './harness/holdCalls.ts'
import { openPage } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'
import { editor } from './harness/signIn.ts'
import { toast } from './harness/toast.ts'
import { watchCalls } from './harness/watchCalls.ts'

const server = shareServer()

const importPath = '#/settings/import-collections'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const review = (page: Page) => button(page, 'Review')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Side-by-side diff' })
const changes = (page: Page) => page.getByRole('region', { name: /^Detected changes/ }).getByRole('listitem')
const jsonFile = (text: string, name = 'pb_schema.json') => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
const load = (page: Page, text: string) => page.getByLabel('JSON file').setInputFiles(jsonFile(text))

/** The parts of an exported collection that these tests change. */
interface Exported {
  id: string
  name: string
  listRule: string | null
  schema: { id: string; name: string; type: string }[]
}

test('M29.1–3 M34.1–6 M35.5 M35.9 an export can be imported on a new server, which then has the same collections', async () => {
  const { page, client } = await openPage({ server: server(), path: null })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const calls = watchCalls(page)
  await page.goto(`${server().origin}/_/#/settings/export-collections`)
  await button(page, 'Download as JSON').waitFor()
  await eventually(() => page.title()).toBe('Export collections - Small Magazine - Coffer')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/^Settings\s*\/\s*Export collections$/)
  const link = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Export collections' })
  expect(await link.getAttribute('aria-current')).toBe('page')
  expect(calls.find(({ path, query }) => path === '/api/collections' && query.perPage === '100')).toBeDefined()
  await expectAccessible(page)

  await button(page, 'Copy').click()
  await toast(page, 'The configuration was copied to your clipboard!').waitFor()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  const stored = await client.collections.getFullList({ sort: 'name' })
  const withoutDates = stored.map(({ created: _created, updated: _updated, ...collection }) => collection)
  expect(JSON.parse(copied)).toEqual(JSON.parse(JSON.stringify(withoutDates)))

  const all = page.getByRole('checkbox', { name: 'Select all' })
  await all.uncheck()
  await eventually(() => button(page, 'Download as JSON').isDisabled()).toBe(true)
  await page.getByRole('checkbox', { name: 'tags', exact: true }).check()
  await button(page, 'Copy').click()
  await eventually(async () => JSON.parse(await page.evaluate<string>('navigator.clipboard.readText()')).length).toBe(1)
  await all.check()
  const saved = page.waitForEvent('download')
  await button(page, 'Download as JSON').click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('pb_schema.json')
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toBe(copied)

  const other = await openPage({
    sample: 'fresh',
    prepare: [
      {
        sql: `INSERT INTO _admins (id, email, avatar, tokenKey, passwordHash, lastResetSentAt, created, updated)
          VALUES ('${editor.id}', '${editor.email}', 0, '${'k'.repeat(50)}', 'x', '', '2022-01-01 00:00:00.000Z', '2022-01-01 00:00:00.000Z')`,
      },
    ],
    path: '#/settings/import-collections',
  })
  await load(other.page, text)
  await review(other.page).click()
  await dialog(other.page).getByRole('button', { name: 'Confirm and import' }).click()
  await other.page.getByRole('button', { name: 'Delete and import' }).click()
  // Everyone can view the users of the sample, which on a new server only the users themselves can, and six of the new collections.
  const opening = other.page.getByRole('alertdialog', { name: 'Confirm collection changes' })
  await opening.getByText('Anyone gets access to users without signing in.').waitFor()
  expect(await opening.getByRole('list', { name: /^Changed rules of / }).count()).toBe(7)
  await opening.getByRole('textbox', { name: 'Type 7 collections to confirm' }).fill('7 collections')
  await opening.getByRole('button', { name: 'Confirm' }).click()
  await toast(other.page, 'Successfully imported collections configuration.').waitFor()
  await load(other.page, text)
  await other.page.getByText('Your collections configuration is already up-to-date!').waitFor()
  expect(await review(other.page).isDisabled()).toBe(true)
  const names = (await other.client.collections.getFullList({ sort: 'name' })).map(({ name }) => name)
  expect(names).toEqual(stored.map(({ name }) => name))
})

test('an export has the collections that are selected when it is copied, even before the preview shows them', async () => {
  const { page } = await openPage({ server: server(), path: '#/settings/export-collections' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('checkbox', { name: 'Select all' }).uncheck()
  await eventually(() => button(page, 'Copy').isDisabled()).toBe(true)
  // The button is pressed after the handler of the checkbox, but before the tasks it has queued, such as the update of the preview.
  await page.evaluate(`(async () => {
    document.querySelector('main [title="tags"]').closest('label').querySelector('input').click()
    await new Promise(queueMicrotask)
    ;[...document.querySelectorAll('main button')].find(({ textContent }) => textContent === 'Copy').click()
  })()`)
  await toast(page, 'The configuration was copied to your clipboard!').waitFor()
  const copied: Exported[] = JSON.parse(await page.evaluate<string>('navigator.clipboard.readText()'))
  expect(copied.map(({ name }) => name)).toEqual(['tags'])
})

/**
 * Returns an export of the sample in which posts and scratch have changed, secrets has another id, registry is missing and events is
 * new; and the stored id of secrets.
 */
async function changedExport(client: PocketBase): Promise<{ text: string; secretId: string }> {
  const exported: Exported[] = JSON.parse(JSON.stringify(await client.collections.getFullList({ sort: 'name' })))
  const named = (name: string): Exported => exported.find(collection => collection.name === name) ?? expect.fail(name)
  const posts = named('posts')
  posts.listRule = 'views > 300'
  posts.schema = posts.schema.filter(({ name }) => name !== 'extra')
  const secrets = named('secrets')
  const secretId = secrets.id
  secrets.id = 'othersecrets01x'
  named('scratch').name = 'playground'
  exported.push({
    id: 'brandnew0000001',
    name: 'events',
    listRule: null,
    schema: [{ id: 'evtitle1', name: 'title', type: 'text' }],
  })
  return { text: JSON.stringify(exported.filter(({ name }) => name !== 'registry')), secretId }
}

const originalIds = (page: Page) => button(page, 'Replace with original ids')
const mergeSwitch = (page: Page) => page.getByRole('switch', { name: 'Merge with the existing collections' })
const deleteBox = (page: Page) => page.getByRole('checkbox', { name: 'Delete collections and fields that are not in the import' })

test('M35.1–4 M35.6–7 M35.10 text that is not a list of collections is rejected with the reason', async () => {
  const { page } = await openPage({ server: server(), path: importPath })
  await review(page).waitFor()
  expect(await review(page).isDisabled()).toBe(true)

  await page.getByLabel('JSON file').setInputFiles(jsonFile('x', 'notes.txt'))
  await toast(page, 'Failed to load the imported JSON.').waitFor()
  await load(page, '[{')
  await page.getByText(/^Invalid collections configuration\. Invalid JSON at line 1, column 3/).waitFor()
  await load(page, '[{"id":"a"}]')
  await page.getByText('Invalid collections configuration. The collection at place 1 has no name.').waitFor()
  await load(page, '{}')
  await page.getByText(/An import is a list of collections/).waitFor()
  await load(page, '[]')
  await page.getByText('Invalid collections configuration. The list is empty. Add at least one collection.').waitFor()
  expect(await review(page).isDisabled()).toBe(true)
  await button(page, 'Clear').click()
  await button(page, 'Clear').waitFor({ state: 'detached' })
})

test('M35.8 M35.10–13 M35.16 an import is compared with the current collections, and different ids can be replaced with the original ones', async () => {
  const { page, client } = await openPage({ server: server(), path: importPath })
  await load(page, (await changedExport(client)).text)
  await eventually(() => changes(page).allInnerTexts()).toEqual([
    expect.stringMatching(/Deleted\s+registry/),
    expect.stringMatching(/Deleted\s+secrets/),
    expect.stringMatching(/Changed\s+posts.*settings changed, 1 field deleted/s),
    expect.stringMatching(/Changed\s+scratch.*playground/s),
    expect.stringMatching(/Added\s+secrets/),
    expect.stringMatching(/Added\s+events/),
  ])
  await page.getByText(/^Some of the imported collections share the same name and\/or fields but are imported/).waitFor()
  await expectAccessible(page)
  // Back in this tab, the page compares with the current collections.
  const held = await holdCalls(page, request => request.url().includes('/api/collections?'))
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
  await held.arrived
  await eventually(() => review(page).isDisabled()).toBe(true)
  held.release()
  await eventually(() => review(page).isEnabled()).toBe(true)
  await originalIds(page).click()
  await eventually(() => changes(page).count()).toBe(4)
  await page.getByText(/imported with different IDs/).waitFor({ state: 'detached' })

  expect(await deleteBox(page).isChecked()).toBe(true)
  await mergeSwitch(page).check()
  await eventually(() => changes(page).count()).toBe(3)
  expect(await deleteBox(page).count()).toBe(0)
  await mergeSwitch(page).uncheck()
  await eventually(() => changes(page).count()).toBe(4)
})

test('M35.14–15 M35.17–18 an import is reviewed, and the confirmation lists what will be lost', async () => {
  const { page, client } = await openPage({ path: importPath, allowedErrors: [/status of 400/] })
  const { text, secretId } = await changedExport(client)
  await load(page, text)
  await originalIds(page).click()
  await eventually(() => changes(page).count()).toBe(4)
  await review(page).click()
  await dialog(page).getByText('"listRule":').first().waitFor()
  await expectAccessible(page, 'layer')
  await dialog(page).getByRole('button', { name: 'Confirm and import' }).click()
  const question = page.getByRole('alertdialog')
  await question
    .getByText(/^Do you really want to delete the following collection fields and their related records data/)
    .waitFor()
  await question.getByText('34 records of 40 with a value').waitFor()
  await question.getByText('registry.*').waitFor()
  await question.getByText('2 records', { exact: true }).waitFor()
  await question.getByRole('button', { name: 'Delete and import' }).click()
  await dialog(page).getByRole('alert').getByText('System collection "registry" cannot be deleted.').waitFor()
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await eventually(() => changes(page).count()).toBe(4)

  await deleteBox(page).uncheck()
  const calls = watchCalls(page)
  await review(page).click()
  await dialog(page).getByRole('button', { name: 'Confirm and import' }).click()
  await toast(page, 'Successfully imported collections configuration.').waitFor()
  const call = calls.find(({ path }) => path === '/api/collections/import')
  const sent: { deleteMissing: boolean; collections: object[] } = call?.request.postDataJSON()
  expect([call?.method, sent.deleteMissing, sent.collections.length]).toEqual(['PUT', false, 14])
  expect(sent.collections[0]).not.toHaveProperty('created')
  const after = await client.collections.getFullList()
  expect(after.map(({ name }) => name)).toEqual(expect.arrayContaining(['registry', 'events', 'playground', 'secrets']))
  expect(after.find(({ name }) => name === 'secrets')?.id).toBe(secretId)
  expect(after.find(({ name }) => name === 'posts')?.listRule).toBe('views > 300')
  expect(await button(page, 'Clear').count()).toBe(0)
  await page.getByRole('link', { name: 'Collections', exact: true }).click()
  await page.getByRole('navigation', { name: 'Collections' }).getByRole('link', { name: 'events', exact: true }).waitFor()
})

test('M35.11–12 merging keeps what the import omits; without merging it is reset or deleted, in the preview and in the result', async () => {
  const { page, client } = await openPage({ path: '#/settings/import-collections' })
  const stored = async () => JSON.parse(JSON.stringify(await client.collections.getOne('tags')))
  const before = await stored()
  const [named] = before.schema
  await load(page, JSON.stringify([{ id: before.id, name: 'tags', schema: [{ ...named, required: false }] }]))
  const merge = page.getByRole('switch', { name: 'Merge with the existing collections' })
  const deletes = page.getByRole('checkbox', { name: 'Delete collections and fields that are not in the import' })
  const tags = () => changes(page).filter({ hasText: 'tags' }).first().textContent()
  await eventually(tags).toMatch(/settings changed, 1 field changed, 2 deleted/)
  await page.getByText(/^They are deleted with everything stored in them/).waitFor()
  await page.getByText(/that the import leaves out are reset\.$/).waitFor()
  await expectAccessible(page)

  await deletes.uncheck()
  await eventually(tags).toMatch(/settings changed, 1 field changed$/)
  expect(await changes(page).count()).toBe(1)
  await page.getByText('They are kept with everything stored in them.').waitFor()

  await merge.check()
  await eventually(tags).toMatch(/Changed\s*tags\s*mgtags000000001\s*1 field changed$/)
  await page.getByText(/^Nothing is deleted\./).waitFor()
  const send = async () => {
    await review(page).click()
    // The toast of an earlier import may still be shown.
    const imported = page.waitForResponse('**/api/collections/import')
    await dialog(page).getByRole('button', { name: 'Confirm and import' }).click()
    await imported
    await toast(page, 'Successfully imported collections configuration.').waitFor()
  }
  await send()
  expect(await stored()).toEqual({
    ...before,
    updated: expect.anything(),
    schema: [{ ...named, required: false }, ...before.schema.slice(1)],
  })

  await load(page, JSON.stringify([{ id: before.id, name: 'tags', schema: [named] }]))
  await merge.uncheck()
  await deletes.uncheck()
  await eventually(tags).toMatch(/settings changed, 1 field changed$/)
  await send()
  expect(await stored()).toMatchObject({ schema: before.schema, indexes: [], listRule: null })
})

test('an export of PocketBase 0.39 is imported, and the page says what works differently', async () => {
  const { page, client } = await openPage({ server: server(), path: importPath })
  const newer = newerExport()
  const withUnknown = newer.map(item =>
    item.name === 'tags' ? { ...item, fields: [...item.fields, { id: 'vector1', name: 'vec', type: 'vector' }] } : item,
  )
  await load(page, JSON.stringify(withUnknown))
  await page.getByText(/cannot be kept\. Remove them from the text\. tags\.vec: There is no field type "vector"/).waitFor()
  expect(await review(page).isDisabled()).toBe(true)

  await load(page, JSON.stringify(newer))
  const notes = page.getByRole('status').filter({ hasText: 'This export is from PocketBase 0.23 or later' })
  await notes.getByText('categories.deleteRule: Its comparison of all values of @collection.posts').waitFor()
  await expectAccessible(page)
  await review(page).click()
  await dialog(page).getByRole('button', { name: 'Confirm and import' }).click()
  await toast(page, 'Successfully imported collections configuration.').waitFor()
  const scratch = await client.collections.getOne('scratch')
  expect(scratch.schema.find(({ name }) => name === 't')?.options).toMatchObject({ max: 5000 })
  expect((await client.collection('posts').getList(1, 1)).totalItems).toBe(40)
})

test('the tokens of superusers in an export of PocketBase 0.39 are reviewed and imported with the collections', async () => {
  const { page, client } = await openPage({ path: importPath })
  const lifetime = async () => (await client.settings.getAll()).adminAuthToken.duration
  const before = await lifetime()
  const opened = newerExport().map(item => (item.name === '_mfas' ? { ...item, listRule: '' } : item))
  await load(page, JSON.stringify(opened))
  await page.getByText(/Remove them from the text\. _mfas\.listRule: System collection API rule cannot be changed\./).waitFor()
  expect(await review(page).isDisabled()).toBe(true)

  const tags = { ...newerExport().find(({ name }) => name === 'tags'), id: 'othertags000001' }
  const superusers = { name: '_superusers', authToken: { duration: 86_400 }, passwordResetToken: { duration: 1800 } }
  await load(page, JSON.stringify([tags, superusers]))
  await deleteBox(page).uncheck()
  const ofSuperusers = changes(page).filter({ hasText: '_superusers' })
  const change = expect.stringMatching(/Changed\s+_superusers.*settings changed/s)
  await eventually(() => ofSuperusers.allInnerTexts()).toEqual([change])
  await originalIds(page).click()
  await page.getByText(/imported with different IDs/).waitFor({ state: 'detached' })
  await eventually(() => ofSuperusers.count()).toBe(1)

  await review(page).click()
  await dialog(page).getByText('_superusers', { exact: true }).waitFor()
  await dialog(page)
    .getByRole('deletion')
    .filter({ hasText: String(before) })
    .waitFor()
  await dialog(page).getByRole('insertion').filter({ hasText: '86400' }).waitFor()
  await expectAccessible(page, 'layer')
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  expect(await lifetime()).toBe(before)

  await load(page, JSON.stringify([superusers]))
  await eventually(() => changes(page).count()).toBe(1)
  await review(page).click()
  await dialog(page).getByRole('button', { name: 'Confirm and import' }).click()
  await toast(page, 'Successfully imported collections configuration.').waitFor()
  expect(await lifetime()).toBe(86_400)
  await load(page, JSON.stringify([superusers]))
  await page.getByText('Your collections configuration is already up-to-date!').waitFor()
})

test('a lifetime of superusers that the server rejects is named in the review, and nothing is imported', async () => {
  const { page, client } = await openPage({ path: importPath, allowedErrors: [/status of 400/] })
  const before = (await client.settings.getAll()).adminAuthToken.duration
  await load(page, JSON.stringify([{ name: '_superusers', authToken: { duration: 1 } }]))
  await deleteBox(page).uncheck()
  await review(page).click()
  await dialog(page).getByRole('button', { name: 'Confirm and import' }).click()
  await dialog(page)
    .getByRole('alert')
    .getByText(/authToken\.duration: /)
    .waitFor()
  expect((await client.settings.getAll()).adminAuthToken.duration).toBe(before)
})
