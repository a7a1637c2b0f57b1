import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import PocketBase from 'pocketbase'
import { expect, test } from 'vitest'
import { samplesDir } from '../test/harness/paths.ts'
import { reloadAnyway, restore, storedDraftFiles } from './harness/drafts.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { input } from './harness/input.ts'
import { openPage } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'
import { sessionKey } from './harness/signIn.ts'
import { toast } from './harness/toast.ts'

/** Each test changes its own records. */
const server = shareServer()

const scratch = '#/collections?collectionId=mgscratch000001'

/** Opens a new record with a stored file, types a text and chooses two files, which the browser then stores as a draft. */
async function draftWithFiles() {
  const { page, origin, client } = await openPage({ server: server(), path: null })
  const form = new FormData()
  form.append('t', 'drafted')
  form.append('f2', new File(['stored'], 'stored.txt'))
  const { id } = await client.collection('scratch').create(form)
  await page.goto(`${origin}/_/${scratch}&recordId=${id}`)
  const panel = page.getByRole('dialog', { name: 'Edit scratch record' })
  const files = (name: string) => panel.getByRole('group', { name, exact: true })
  const choose = (name: string, ...paths: string[]) => files(name).locator('input[type=file]').setInputFiles(paths)
  const reload = async () => {
    await reloadAnyway(page)
    await restore(page).waitFor()
  }
  await input(panel, 't').fill('drafted, with files')
  await choose('f1', sample('Odd Name (1) été.PNG'))
  await choose('f2', sample('bundle.zip'))
  await eventually(() => storedDraftFiles(page)).toHaveLength(2)
  return { page, origin, client, id, files, choose, reload }
}

const sample = (name: string) => join(samplesDir, 'files', name)

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save changes' }).click()
  await toast(page, 'Successfully updated record.').waitFor()
  await eventually(() => storedDraftFiles(page)).toEqual([])
}

test('M07.15–17 new files are restored with the draft, merged with files that others stored, and saved byte for byte', async () => {
  const { page, client, id, files, choose, reload } = await draftWithFiles()
  await choose('f2', sample('empty.txt'))
  await eventually(() => storedDraftFiles(page)).toHaveLength(3)
  await files('f2').getByRole('button', { name: 'Remove empty.txt' }).click()
  await eventually(() => storedDraftFiles(page)).toHaveLength(2)

  const more = new FormData()
  more.append('f2', new File(['theirs'], 'theirs.txt'))
  await client.collection('scratch').update(id, more)
  await reload()
  expect(await files('f1').getByRole('listitem').count()).toBe(0)
  await restore(page).click()
  const thumb = files('f1').getByRole('img', { name: 'Odd Name (1) été.PNG' })
  await eventually(() => thumb.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBeGreaterThan(0)
  const names = () => files('f2').getByRole('listitem').allInnerTexts()
  await eventually(names).toEqual([/^stored/, /^theirs/, /^bundle\.zip.*New/s].map(text => expect.stringMatching(text)))
  await save(page)
  const stored = await client.collection('scratch').getOne(id)
  expect(stored).toMatchObject({
    t: 'drafted, with files',
    f2: [/^stored_/, /^theirs_/, /^bundle_/].map(name => expect.stringMatching(name)),
  })
  const bytes = async (name: string) => Buffer.from(await (await fetch(client.files.getUrl(stored, name))).arrayBuffer())
  expect((await bytes(stored.f1)).equals(await readFile(sample('Odd Name (1) été.PNG')))).toBe(true)
  expect((await bytes(stored.f2[2])).equals(await readFile(sample('bundle.zip')))).toBe(true)
})

test('M07.15–17 restored files are stored as a draft again, with a file that is chosen just before another tab ends the session', async () => {
  const { page, origin, client, id, files, choose, reload } = await draftWithFiles()
  await reload()
  await restore(page).click()
  await files('f1')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await choose('f1', sample('wide.png'))
  await files('f1').getByText('wide.png').waitFor()
  const other = await page.context().newPage()
  await other.goto(`${origin}/_/favicon.svg`)
  const session = await other.evaluate<string>(`localStorage.getItem('${sessionKey}')`)
  await other.evaluate(`localStorage.removeItem('${sessionKey}')`)
  await page.getByRole('button', { name: 'Login' }).waitFor()
  await eventually(() => storedDraftFiles(page)).toHaveLength(2)
  await other.evaluate(`localStorage.setItem('${sessionKey}', ${JSON.stringify(session)})`)
  await restore(page).click()
  await save(page)
  const stored = await client.collection('scratch').getOne(id)
  expect([stored.f1, ...stored.f2]).toEqual([/^wide_/, /^stored_/, /^bundle_/].map(name => expect.stringMatching(name)))
})

test('M07.16 a draft whose files are missing lists them and restores the rest, and files without room are reported once', async () => {
  const { page, client } = await openPage({ server: server(), path: `${scratch}&recordId=new` })
  const panel = page.getByRole('dialog', { name: 'New scratch record' })
  const files = panel.getByRole('group', { name: 'f2', exact: true })
  const choose = (name: string) =>
    files.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
  await input(panel, 't').fill('half a draft')
  await choose('kept.txt')
  await eventually(() => storedDraftFiles(page)).toHaveLength(1)
  await page.evaluate('navigator.storage.estimate = async () => ({ quota: 1000, usage: 999 })')
  await choose('lost.txt')
  await toast(page, 'Couldn\'t store "lost.txt" with the draft. Save before you leave this page.').waitFor()
  await choose('another.txt')
  await eventually(() => files.getByRole('listitem').count()).toBe(3)

  await reloadAnyway(page)
  await restore(page).click()
  await panel.getByText('This browser no longer has "lost.txt", "another.txt". Choose them again.').waitFor()
  await expectAccessible(page, 'layer')
  expect(await files.getByRole('listitem').allInnerTexts()).toEqual([expect.stringContaining('kept.txt')])
  expect(await input(panel, 't').inputValue()).toBe('half a draft')
  await panel.getByRole('button', { name: 'Dismiss' }).click()
  await eventually(() => panel.getByText('could not be restored').count()).toBe(0)

  // Drafts are private: another admin in the same browser is not offered them and does not delete them.
  const password = 'another-admin-1'
  const other = await client.admins.create({ email: 'other@magazine.example', password, passwordConfirm: password })
  const { token, admin } = await new PocketBase(client.baseUrl).admins.authWithPassword(other.email, password)
  const own = await page.evaluate<string>(`localStorage.getItem('${sessionKey}')`)
  const signIn = async (session: string) => {
    page.once('dialog', dialog => dialog.accept())
    await page.evaluate(`localStorage.setItem('${sessionKey}', ${JSON.stringify(session)})`)
    await page.reload()
    await input(panel, 't').waitFor()
  }
  await signIn(JSON.stringify({ token, model: admin }))
  await page
    .getByRole('button', { name: 'Account of other@magazine.example', includeHidden: true })
    .waitFor({ state: 'attached' })
  expect(await restore(page).count()).toBe(0)
  await signIn(own)
  await restore(page).click()
  await files.getByText('kept.txt').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await eventually(() => storedDraftFiles(page)).toEqual([])
})
