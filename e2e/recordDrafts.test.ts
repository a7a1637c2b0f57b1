import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { reloadAnyway, restore, storedDraftFiles } from './harness/drafts.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { input } from './harness/input.ts'
import { openPage } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'

/** Each test changes its own records. */
const server = shareServer()

const tags = '#/collections?collectionId=mgtags000000001'
const scratch = '#/collections?collectionId=mgscratch000001'

const editTag = (page: Page) => page.getByRole('dialog', { name: 'Edit tags record' })

/** Counts the drafts whose keys contain a pattern. */
const countDrafts = (page: Page, pattern: string) =>
  page.evaluate(`Object.keys(localStorage).filter(key => /^coffer.draft.*${pattern}/.test(key)).length`)

test('M07.15–17 changes interrupted by a reload can be restored or discarded', async () => {
  const { page } = await openPage({ server: server(), path: `${tags}&recordId=tag000000000006` })
  const name = input(editTag(page), 'name')
  const reload = async () => {
    await reloadAnyway(page)
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
  const leaveDraft = async (id: string, typed: string) => {
    await page.goto('about:blank')
    await page.goto(`${origin}/_/${scratch}&recordId=${id}`)
    await text.fill(typed)
    await eventually(() => countDrafts(page, id)).toBeGreaterThan(0)
    await reloadAnyway(page)
    await restore(page).first().waitFor()
  }
  const closed = () => eventually(() => page.getByRole('dialog').count()).toBe(0)
  await leaveDraft(first?.id ?? '', 'draft of one')
  await leaveDraft(second?.id ?? '', 'draft of two')
  await page.keyboard.press('Escape')
  await closed()
  await eventually(() => countDrafts(page, second?.id ?? '')).toBe(0)
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
  await eventually(() => countDrafts(page, first?.id ?? '')).toBe(0)
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
  await reloadAnyway(page)
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
  await reloadAnyway(page)
  await restore(page).click()
  await eventually(() => input(panel, 't').inputValue()).toBe('mine')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await toast(page, 'Successfully updated record.').waitFor()
  const stored = await client.collection('scratch').getOne(id)
  expect(stored).toMatchObject({ t: 'mine', n: 3, u: 'https://mine.example', e: 'theirs@x.example' })
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

  // A save deletes the other drafts of its tab, of which this tab learns a moment later.
  await eventually(() => page.evaluate(`Object.keys(localStorage).filter(key => key.includes('${id}'))`)).toEqual([])
})

test("M07.16 the draft of a deleted record is offered at the record's address, and creates the record again", async () => {
  const { page, origin, client } = await openPage({ server: server(), path: null, allowedErrors: [/status of 404/] })
  const { id } = await client.collection('scratch').create({ t: 'stored', n: 1 })
  await page.goto(`${origin}/_/${scratch}&recordId=${id}`)
  const text = (title: string) => input(page.getByRole('dialog', { name: `${title} scratch record` }), 't')
  await text('Edit').fill('typed before it was deleted')
  await client.collection('scratch').delete(id)
  await reloadAnyway(page)
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
  await reloadAnyway(page)
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
  // A tab learns of the drafts of another one a moment later.
  await eventually(() => countDrafts(page, '[.]new~')).toBe(2)
  await reloadAnyway(page)
  await page.getByRole('button', { name: 'Restore draft 1 of 2' }).click()
  await eventually(() => made(page).inputValue()).toBe('of the first tab')
  await other.close()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await toast(page, 'Successfully created record.').waitFor()
  await page.getByRole('button', { name: 'New record' }).click()
  await restore(page).click()
  await eventually(() => made(page).inputValue()).toBe('of the second tab')
})
