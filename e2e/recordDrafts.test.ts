import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import PocketBase from 'pocketbase'
import { expect, test } from 'vitest'
import { samplesDir } from '../test/harness/paths.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { input } from './harness/input.ts'
import { openPage } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'
import { sessionKey } from './harness/signIn.ts'
import { toast } from './harness/toast.ts'

/** Each test changes its own records. */
const server = shareServer()

const tags = '#/collections?collectionId=mgtags000000001'
const scratch = '#/collections?collectionId=mgscratch000001'

const editTag = (page: Page) => page.getByRole('dialog', { name: 'Edit tags record' })

const restore = (page: Page) => page.getByRole('button', { name: 'Restore draft' })
/** Reads the ids of the files that the browser stores for drafts. */
const storedDraftFiles = (page: Page) =>
  page.evaluate<string[]>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('coffer.drafts')
    opening.onerror = reject
    opening.onsuccess = () => {
      const { result } = opening
      const reading = result.transaction('files').objectStore('files').getAllKeys()
      reading.onsuccess = () => { result.close(); resolve(reading.result) }
    }
  })`)

test('M07.15–17 changes interrupted by a reload can be restored or discarded', async () => {
  const { page } = await openPage({ server: server(), path: `${tags}&recordId=tag000000000006` })
  const name = input(editTag(page), 'name')
  const reload = async () => {
    page.once('dialog', dialog => dialog.accept())
    await page.reload()
    await name.waitFor()
  }
  await name.fill('sounds')
  await reload()
  expect(await name.inputValue()).toBe('music')
  await restore(page).click()
  await eventually(() => name.inputValue()).toBe('sounds')
  await eventually(() => restore(page).count()).toBe(0)
  await reload()
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await eventually(() => restore(page).count()).toBe(0)
  expect(await name.inputValue()).toBe('music')
  await page.reload()
  await name.waitFor()
  expect(await restore(page).count()).toBe(0)

  await name.fill('sounds')
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated record.').waitFor()
  await page.reload()
  await name.waitFor()
  expect(await restore(page).count()).toBe(0)
})

test('M07.17 closing a record without restoring its drafts deletes them, and drafts of other records stay', async () => {
  const { page, origin, client, go } = await openPage({ server: server(), path: null })
  const [first, second] = await Promise.all(
    ['one', 'two'].map(t => client.collection('scratch').create({ t }, { requestKey: null })),
  )
  const text = input(page.getByRole('dialog', { name: 'Edit scratch record' }), 't')
  const drafts = (id = '') => page.evaluate(`Object.keys(localStorage).filter(key => /^coffer.draft.*${id}/.test(key)).length`)
  const leaveDraft = async (id: string, typed: string) => {
    await page.goto('about:blank')
    await page.goto(`${origin}/_/${scratch}&recordId=${id}`)
    await text.fill(typed)
    await eventually(() => drafts(id)).toBeGreaterThan(0)
    page.once('dialog', dialog => dialog.accept())
    await page.reload()
    await restore(page).first().waitFor()
  }
  const closed = () => eventually(() => page.getByRole('dialog').count()).toBe(0)
  await leaveDraft(first?.id ?? '', 'draft of one')
  await leaveDraft(second?.id ?? '', 'draft of two')
  await page.keyboard.press('Escape')
  await closed()
  await eventually(() => drafts(second?.id)).toBe(0)
  await go(`${scratch}&recordId=${second?.id}`)
  await eventually(() => text.inputValue()).toBe('two')
  expect(await restore(page).count()).toBe(0)

  // Typing instead of restoring discards the draft, too, once the record is saved.
  await go(`${scratch}&recordId=${first?.id}`)
  await restore(page).waitFor()
  await text.fill('typed in its place')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await toast(page, 'Successfully updated record.').waitFor()
  await closed()
  await eventually(() => drafts(first?.id)).toBe(0)
})

test("M07.16 a draft that conflicts with someone else's changes asks which values to keep before it overwrites any", async () => {
  const { page, origin, client } = await openPage({ server: server(), path: null })
  const { id } = await client
    .collection('scratch')
    .create({ t: 'before', n: 1, u: 'https://before.example', e: 'before@x.example' })
  await page.goto(`${origin}/_/${scratch}&recordId=${id}`)
  const panel = page.getByRole('dialog', { name: 'Edit scratch record' })
  const question = page.getByRole('dialog', { name: 'Someone else changed this record' })
  await input(panel, 't').fill('mine')
  await input(panel, 'n').fill('2')
  await input(panel, 'u').fill('https://mine.example')
  await client.collection('scratch').update(id, { t: 'theirs', n: 3, e: 'theirs@x.example' })
  page.once('dialog', dialog => dialog.accept())
  await page.reload()
  await restore(page).click()
  await question.getByText('2 values that you changed were also changed by someone else since you typed this draft.').waitFor()
  expect(await question.getByRole('group').allInnerTexts()).toEqual([
    expect.stringMatching(/^t\s+Yours\s+mine\s+Theirs\s+theirs$/),
    expect.stringMatching(/^n\s+Yours\s+2\s+Theirs\s+3$/),
  ])
  await expectAccessible(page, 'layer')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await eventually(() => question.count()).toBe(0)
  expect(await input(panel, 't').inputValue()).toBe('theirs')

  await restore(page).click()
  await question.getByRole('radio', { name: 'Yours: t' }).check()
  await question.getByRole('radio', { name: 'Theirs: n' }).check()
  await question.getByRole('button', { name: 'Restore draft' }).click()
  await eventually(() => input(panel, 't').inputValue()).toBe('mine')
  expect(await input(panel, 'n').inputValue()).toBe('3')
  expect(await input(panel, 'u').inputValue()).toBe('https://mine.example')
  expect(await input(panel, 'e').inputValue()).toBe('theirs@x.example')

  // The choice is stored with the draft, so it is not asked for again when the draft is restored a second time or saved.
  page.once('dialog', dialog => dialog.accept())
  await page.reload()
  await restore(page).click()
  await eventually(() => input(panel, 't').inputValue()).toBe('mine')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await toast(page, 'Successfully updated record.').waitFor()
  const stored = await client.collection('scratch').getOne(id)
  expect(stored).toMatchObject({ t: 'mine', n: 3, u: 'https://mine.example', e: 'theirs@x.example' })
})

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
    page.once('dialog', dialog => dialog.accept())
    await page.reload()
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

  page.once('dialog', dialog => dialog.accept())
  await page.reload()
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

test("M07.15–17 two tabs on one record do not overwrite each other's drafts, and each draft is restored or discarded individually", async () => {
  const { page, origin, client } = await openPage({ server: server(), path: null })
  const { id } = await client.collection('scratch').create({ t: 'stored' })
  const address = `${origin}/_/${scratch}&recordId=${id}`
  const other = await page.context().newPage()
  const panel = (tab: Page) => tab.getByRole('dialog', { name: 'Edit scratch record' })
  const text = (tab: Page) => input(panel(tab), 't')
  const offered = () => page.getByRole('status').getByRole('listitem').allInnerTexts()
  const reload = async (tab: Page) => {
    tab.once('dialog', dialog => dialog.accept())
    await tab.reload()
    await text(tab).waitFor()
  }
  await Promise.all([page, other].map(tab => tab.goto(address)))
  await text(page).fill('first try')
  await reload(page)
  await text(page).fill('first tab')
  await text(other).fill('second tab')
  await panel(other)
    .getByRole('group', { name: 'f1', exact: true })
    .locator('input[type=file]')
    .setInputFiles({ name: 'second.txt', mimeType: 'text/plain', buffer: Buffer.from('of the second tab') })
  await eventually(() => storedDraftFiles(page)).toHaveLength(1)
  await reload(page)
  await eventually(offered).toEqual([
    expect.stringMatching(/in this tab\s+t: first tab/),
    expect.stringMatching(/in this tab\s+t: first try/),
    expect.stringMatching(/in another tab\s+t: second tab · f1/),
  ])
  await expectAccessible(page, 'layer')

  // The discarded draft is still in the form of the other tab, which stores it again.
  await page.getByRole('button', { name: 'Discard draft 3 of 3' }).click()
  await eventually(offered).toHaveLength(2)
  await page.getByRole('button', { name: 'Restore draft 1 of 2' }).click()
  await eventually(() => text(page).inputValue()).toBe('first tab')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await toast(page, 'Successfully updated record.').waitFor()
  await eventually(() => storedDraftFiles(page)).toHaveLength(1)

  await reload(other)
  await restore(other).click()
  await other.getByRole('radio', { name: 'Yours: t' }).check()
  await other.getByRole('dialog', { name: 'Someone else' }).getByRole('button', { name: 'Restore draft' }).click()
  await panel(other).getByText('second.txt').waitFor()
  await other.getByRole('button', { name: 'Save changes' }).click()
  await toast(other, 'Successfully updated record.').waitFor()
  const stored = await client.collection('scratch').getOne(id)
  expect(stored).toMatchObject({ t: 'second tab', f1: expect.stringMatching(/^second_/) })

  // A save deletes the other drafts of its tab.
  expect(await page.evaluate(`Object.keys(localStorage).filter(key => key.includes('${id}'))`)).toEqual([])
})

test("M07.16 the draft of a deleted record is offered at the record's address, and creates the record again", async () => {
  const { page, origin, client } = await openPage({ server: server(), path: null, allowedErrors: [/status of 404/] })
  const { id } = await client.collection('scratch').create({ t: 'stored', n: 1 })
  await page.goto(`${origin}/_/${scratch}&recordId=${id}`)
  const text = (title: string) => input(page.getByRole('dialog', { name: `${title} scratch record` }), 't')
  await text('Edit').fill('typed before it was deleted')
  await client.collection('scratch').delete(id)
  page.once('dialog', dialog => dialog.accept())
  await page.reload()
  await page.getByText('This record was deleted.').waitFor()
  await expectAccessible(page, 'layer')
  await restore(page).click()
  await eventually(() => text('New').inputValue()).toBe('typed before it was deleted')
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully created record.').waitFor()
  await eventually(() => text('Edit').inputValue()).toBe('typed before it was deleted')
  expect(await client.collection('scratch').getOne(id)).toMatchObject({ t: 'typed before it was deleted', n: 0 })

  // Discarding the draft closes the panel.
  await text('Edit').fill('typed once more')
  await client.collection('scratch').delete(id)
  page.once('dialog', dialog => dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
  await page.goto(`${origin}/_/${scratch}&recordId=${id}`)
  await toast(page, `Unable to load record with id "${id}"`).waitFor()
})

test('M07.16 the drafts of a record are offered neither to another record nor to a new one', async () => {
  const { page, load } = await openPage({ server: server(), path: `${tags}&recordId=tag000000000007` })
  await input(editTag(page), 'name').fill('loud')
  page.once('dialog', dialog => dialog.accept())
  await load(`${tags}&recordId=tag000000000008`)
  await eventually(() => input(editTag(page), 'name').inputValue()).toBe('unused')
  await eventually(() => restore(page).count()).toBe(0)
  await load(`${tags}&recordId=new`)
  await page.getByRole('dialog', { name: 'New tags record' }).waitFor()
  expect(await restore(page).count()).toBe(0)
  await load(`${tags}&recordId=tag000000000007`)
  await restore(page).waitFor()

  // A duplicate is not offered the draft of another record, and does not delete an unrestored one.
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await eventually(() => input(page.getByRole('dialog', { name: 'New tags record' }), 'name').inputValue()).toBe('quiet')
  expect(await restore(page).count()).toBe(0)
  await load(`${tags}&recordId=tag000000000007`)
  await restore(page).waitFor()

  // Two tabs with new records store two drafts, and another tab offers the draft of a closed one.
  await load(`${tags}&recordId=new`)
  const other = await page.context().newPage()
  await other.goto(`${server().origin}/_/${tags}&recordId=new`)
  const made = (tab: Page) => input(tab.getByRole('dialog', { name: 'New tags record' }), 'name')
  await made(page).fill('of the first tab')
  await made(other).fill('of the second tab')
  page.once('dialog', dialog => dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: 'Restore draft 1 of 2' }).click()
  expect(await made(page).inputValue()).toBe('of the first tab')
  await other.close()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await toast(page, 'Successfully created record.').waitFor()
  await page.getByRole('button', { name: 'New record' }).click()
  await restore(page).click()
  expect(await made(page).inputValue()).toBe('of the second tab')
})
