import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { filterBar, typedText } from './harness/filterBar.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { holdCalls } from './harness/holdCalls.ts'
import { input } from './harness/input.ts'
import { openPage, phone } from './harness/openPage.ts'
import { choice, openPicker, relatedNames, relation } from './harness/relations.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'
import { type Call, watchCalls } from './harness/watchCalls.ts'

const story = `<p>${'A long story that no list shows whole. '.repeat(30)}</p>`
const manyScratch = Array.from({ length: 125 }, (_, index) => `many${String(index).padStart(11, '0')}`)

/** Each test changes its own records. */
const server = shareServer({
  prepare: [
    {
      sql: manyScratch
        .map(
          (id, index) =>
            `INSERT INTO scratch (id, t, created) VALUES ('${id}', 'row ${index}', '2030-01-01 00:00:00.${index + 100}Z')`,
        )
        .join(';'),
    },
    { sql: `UPDATE authors SET bio = '${story}' WHERE id = 'author000000002'` },
    // A relation to a view.
    {
      sql: `UPDATE _collections SET schema = json_set(schema, '$[1].options.collectionId', 'mgpoststats0001') WHERE name = 'comments';
        UPDATE comments SET author = ''`,
    },
  ],
})

const post = (id: string) => `#/collections?collectionId=mgposts00000001&recordId=${id}`
const panel = (page: Page, title: string) => page.getByRole('dialog', { name: title })
const chosen = (opened: Locator) => opened.getByRole('region', { name: /^Selected/ })
const setSelection = (opened: Locator) => opened.getByRole('button', { name: 'Set selection' })
async function names(opened: Locator) {
  const labels: string[] = await opened
    .getByRole('list')
    .getByRole('button', { name: /^(Edit|Show) / })
    .evaluateAll(buttons => buttons.map((button: { ariaLabel: string }) => button.ariaLabel))
  return labels.map(label => label.replace(/^\w+ /, ''))
}
const lists = (calls: Call[], collectionId: string) =>
  calls.filter(({ path, query }) => path === `/api/collections/${collectionId}/records` && query.perPage === '50')

test('M09.1 M09.5–7 M09.10 a single relation replaces its record with the picked one', async () => {
  const { page } = await openPage({ server: server(), path: post('post00000000001') })
  const field = relation(panel(page, 'Edit posts record'), 'author')
  await eventually(() => relatedNames(field)).toEqual(['Alice Amber'])
  const calls = watchCalls(page)
  const opened = await openPicker(page, field, 'authors')
  await opened.getByRole('button', { name: 'New record' }).waitFor()
  await opened.getByRole('radiogroup', { name: 'Records of authors' }).waitFor()
  await chosen(opened).getByText('Alice Amber').waitFor()
  expect(await choice(opened, 'Alice Amber').isChecked()).toBe(true)
  expect(lists(calls, 'mgauthors000001').map(({ query }) => [query.page, query.sort, query.skipTotal])).toEqual([
    ['1', '-created', '1'],
  ])
  expect(calls.filter(({ query }) => query.filter === 'id="author000000001"')).toHaveLength(1)

  await choice(opened, 'Bob Birch').check()
  await eventually(() => choice(opened, 'Alice Amber').isChecked()).toBe(false)
  await eventually(() => chosen(opened).getByRole('listitem').allTextContents()).toEqual(['Bob Birch'])
  // A second press deselects the record.
  await choice(opened, 'Bob Birch').click()
  await chosen(opened).getByText('No selected records.').waitFor()
  await choice(opened, 'Carol Cedar').click()
  await opened.getByRole('button', { name: 'Cancel' }).click()
  await eventually(() => relatedNames(field)).toEqual(['Alice Amber'])

  await openPicker(page, field, 'authors')
  await choice(opened, 'Carol Cedar').click()
  await setSelection(opened).click()
  await opened.waitFor({ state: 'detached' })
  expect(await relatedNames(field)).toEqual(['Carol Cedar'])
  expect(await hasFocus(field.getByRole('button', { name: 'Open picker' }))).toBe(true)
})

test('M09.6 M09.8 records can be picked up to the limit, after which the others are disabled', async () => {
  const { page } = await openPage({ server: server(), path: post('post00000000001') })
  const field = relation(panel(page, 'Edit posts record'), 'tags')
  const opened = await openPicker(page, field, 'tags')
  await chosen(opened).getByRole('heading', { name: 'Selected (2 of 5)' }).waitFor()
  for (const name of ['Köln', 'Ada', 'music']) await choice(opened, name).check()
  await chosen(opened).getByRole('heading', { name: 'Selected (5 of 5)' }).waitFor()
  expect(await choice(opened, 'quiet').isDisabled()).toBe(true)
  await choice(opened, 'quiet').click({ force: true })
  await eventually(() => choice(opened, 'quiet').isChecked()).toBe(false)
  await eventually(() => choice(opened, 'Ada').isEnabled()).toBe(true)
  await expectAccessible(page, 'layer')

  await chosen(opened).getByRole('button', { name: 'Remove Köln' }).click()
  await eventually(() => choice(opened, 'quiet').isEnabled()).toBe(true)
  await eventually(() => hasFocus(chosen(opened).getByRole('button', { name: 'Remove Ada' }))).toBe(true)
  await choice(opened, 'quiet').check()
  await choice(opened, 'food').uncheck()
  await setSelection(opened).click()
  await eventually(() => relatedNames(field)).toEqual(['Lisbon', 'Ada', 'music', 'quiet'])
})

test('M09.9 M09.11 records load in pages of 50 near the end of the list, and only the rows in view are in the page', async () => {
  const path = '#/collections?collectionId=mgscratch000001&recordId=scratch00000001'
  const { page, client } = await openPage({ server: server(), path })
  const oldest = (await client.collection('scratch').getFullList({ sort: '-created' })).at(-1)?.id ?? ''
  const calls = watchCalls(page)
  const pages = () => lists(calls, 'mgscratch000001').map(({ query }) => query.page)
  const opened = await openPicker(page, relation(panel(page, 'Edit scratch record'), 'rN'), 'scratch')
  await choice(opened, 'many00000000124').waitFor()
  expect(pages()).toEqual(['1'])
  const list = opened.getByRole('group', { name: 'Records of scratch' })
  const scrollTo = (fromEnd: number) =>
    list.evaluate((element: { scrollTop: number; scrollHeight: number; clientHeight: number }, rest) => {
      element.scrollTop = element.scrollHeight - element.clientHeight - rest
    }, fromEnd)
  // The list handles scrolling 150 ms after the last movement.
  await scrollTo(101)
  await page.waitForTimeout(400)
  expect(pages()).toEqual(['1'])
  await scrollTo(99)
  await eventually(pages).toEqual(['1', '2'])
  await choice(opened, 'many00000000074').waitFor({ state: 'attached' })
  // The keyboard reaches rows that are not rendered yet, and loads more.
  await opened.getByRole('checkbox').first().focus()
  await page.keyboard.press('End')
  await eventually(pages).toEqual(['1', '2', '3'])
  await choice(opened, 'many00000000024').waitFor({ state: 'attached' })
  await page.keyboard.press('End')
  await eventually(() => hasFocus(choice(opened, oldest))).toBe(true)
  expect(pages()).toEqual(['1', '2', '3'])
  expect(await opened.getByRole('checkbox').count()).toBeLessThan(60)
  const last = opened.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: oldest, exact: true }) })
  expect([await last.getAttribute('aria-posinset'), await last.getAttribute('aria-setsize')]).toEqual(['145', '145'])
  await page.keyboard.press('Home')
  await eventually(() => hasFocus(choice(opened, 'many00000000124'))).toBe(true)
})

test('M09.5 M23.7 a search keeps the selection, cancels the previous search, and can be cleared', async () => {
  const allowedErrors = [/status of 400/, /status of 503/, /could not be loaded/]
  const { page } = await openPage({ server: server(), path: post('post00000000003'), allowedErrors })
  const field = relation(panel(page, 'Edit posts record'), 'tags')
  const opened = await openPicker(page, field, 'tags')
  // From now on the list is lower on the page.
  await chosen(opened).getByRole('listitem').first().waitFor()
  await choice(opened, 'Ada').check()
  const before = await chosen(opened).getByRole('listitem').count()
  const calls = watchCalls(page)
  const aborted: string[] = []
  page.on('requestfailed', request => aborted.push(request.url()))

  const held = await holdCalls(page, request => request.url().includes('slow'))
  await filterBar(opened).fill('slow')
  await page.keyboard.press('Enter')
  await held.arrived
  await filterBar(opened).fill('food')
  await page.keyboard.press('Enter')
  await eventually(() => names(opened)).toEqual(['food'])
  expect(aborted).toHaveLength(1)
  held.release()
  expect(lists(calls, 'mgtags000000001').at(-1)?.query.filter).toBe(
    ['id', 'name', 'kind', 'meta', 'created', 'updated'].map(name => `${name}~"food"`).join('||'),
  )
  expect(await chosen(opened).getByRole('listitem').count()).toBe(before)
  await opened.getByRole('button', { name: 'Clear filters' }).click()
  await eventually(async () => (await names(opened)).length).toBe(8)
  expect(await choice(opened, 'Ada').isChecked()).toBe(true)

  await filterBar(opened).fill('kind = "nothing"')
  await page.keyboard.press('Enter')
  await opened.getByText('No records found.').waitFor()
  await opened.getByRole('button', { name: 'Clear filters' }).click()
  await eventually(async () => (await names(opened)).length).toBe(8)

  await filterBar(opened).fill('unknown = 1')
  await page.keyboard.press('Enter')
  await opened.getByRole('search').getByRole('status').getByText('unknown').waitFor()
  await opened.getByText("This filter can't be used.").waitFor()
  expect(await opened.getByText('No records found.').count()).toBe(0)
  await opened.getByRole('button', { name: 'Clear filters' }).click()

  let isDown = true
  await page.route('**/mgtags000000001/records?**', route =>
    isDown ? route.fulfill({ status: 503, json: {} }) : route.fallback(),
  )
  await filterBar(opened).fill('person')
  await page.keyboard.press('Enter')
  await opened.getByText('The records could not be loaded.').waitFor()
  isDown = false
  await opened.getByRole('button', { name: 'Retry' }).click()
  await choice(opened, 'Ada').waitFor()
})

test('a record created in a panel over the picker is selected and first in the list', async () => {
  const { page, client } = await openPage({ server: server(), path: post('new') })
  const outer = panel(page, 'New posts record')
  await input(outer, 'title').fill('Typed before')
  const field = relation(outer, 'related')
  const opened = await openPicker(page, field, 'posts')
  await opened.getByRole('button', { name: 'New record' }).click()
  const nested = panel(page, 'New posts record').last()
  await eventually(() => panel(page, 'New posts record').count()).toBe(2)
  // Values typed in one form are not offered as a draft in the other.
  expect(await input(nested, 'title').inputValue()).toBe('')
  expect(await page.getByText('unsaved changes').count()).toBe(0)
  await input(nested, 'title').fill('Made meanwhile')
  await input(nested, 'status').click()
  await page.getByRole('option', { name: 'draft', exact: true }).click()
  const category = await openPicker(page, relation(nested, 'category'), 'categories')
  await category.getByRole('radio').first().check()
  await setSelection(category).click()
  await category.waitFor({ state: 'detached' })
  const author = await openPicker(page, relation(nested, 'author'), 'authors')
  await choice(author, 'Bob Birch').check()
  await setSelection(author).click()
  await author.waitFor({ state: 'detached' })
  await nested.getByRole('button', { name: 'Create', exact: true }).click()
  await toast(page, 'Successfully created record.').waitFor()
  await eventually(() => panel(page, 'New posts record').count()).toBe(1)

  expect((await names(opened))[0]).toContain('Made meanwhile')
  expect(await choice(opened, 'Made meanwhile').isChecked()).toBe(true)
  await setSelection(opened).click()
  await eventually(() => relatedNames(field)).toEqual(['Made meanwhile'])
  expect(await input(outer, 'title').inputValue()).toBe('Typed before')
  const made = await client.collection('posts').getFirstListItem('title = "Made meanwhile"')
  await client.collection('posts').delete(made.id)
})

test('a record changed in a panel over the picker is updated in the list, the selection and the form', async () => {
  const { page, client } = await openPage({ server: server(), path: post('post00000000005') })
  const outer = panel(page, 'Edit posts record')
  const field = relation(outer, 'author')
  await client.collection('posts').update('post00000000005', { author: 'author000000002' })
  await page.reload()
  await eventually(() => relatedNames(field)).toEqual(['Bob Birch'])
  const opened = await openPicker(page, field, 'authors')
  await opened.getByRole('button', { name: 'Edit Bob Birch' }).click()
  const nested = panel(page, 'Edit authors record')
  await input(nested, 'name').fill('Robert Birch')
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated record.').waitFor()
  await page.keyboard.press('Escape')
  await nested.waitFor({ state: 'detached' })
  await choice(opened, 'Robert Birch').waitFor()
  expect(await chosen(opened).getByRole('listitem').allTextContents()).toEqual(['Robert Birch'])
  await opened.getByRole('button', { name: 'Cancel' }).click()
  await opened.waitFor({ state: 'detached' })
  expect(await relatedNames(field)).toEqual(['Robert Birch'])
  expect(await outer.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)
  expect((await client.collection('authors').getOne('author000000002')).bio).toBe(story)
  await client.collection('authors').update('author000000002', { name: 'Bob Birch' })
})

test('records can be picked with the keyboard alone, and Escape does not discard a changed selection without a question', async () => {
  const { page, client, load } = await openPage({ server: server(), path: null })
  await client.collection('posts').update('post00000000006', { tags: ['tag000000000002', 'tag000000000003'] })
  await load(post('post00000000006'))
  const field = relation(panel(page, 'Edit posts record'), 'tags')
  const button = field.getByRole('button', { name: 'Open picker' })
  await eventually(() => relatedNames(field)).toEqual(['food', 'Lisbon'])
  await button.focus()
  await page.keyboard.press('Enter')
  const opened = panel(page, 'Select tags records')
  await choice(opened, 'unused').waitFor()
  // Nothing can be chosen until the current selection is loaded.
  await chosen(opened).getByText('Lisbon').waitFor()
  await eventually(() => hasFocus(filterBar(opened))).toBe(true)
  await page.keyboard.press('ArrowDown')
  await eventually(() => hasFocus(choice(opened, 'unused'))).toBe(true)
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await eventually(() => hasFocus(choice(opened, 'music'))).toBe(true)
  await eventually(() => choice(opened, 'music').isChecked()).toBe(false)
  await page.keyboard.press('ArrowRight')
  await eventually(() => hasFocus(opened.getByRole('button', { name: 'Edit music' }))).toBe(true)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await eventually(() => choice(opened, 'quiet').isChecked()).toBe(true)
  await page.keyboard.press('/')
  await eventually(() => hasFocus(filterBar(opened))).toBe(true)

  // Escape leaves the bar with its text, and only the next Escape closes the picker.
  await page.keyboard.type('77')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Escape')
  await eventually(() => hasFocus(filterBar(opened))).toBe(false)
  expect(await typedText(filterBar(opened))).toBe('77')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'You have unsaved changes. Do you really want to discard them?' })
  await question.getByRole('button', { name: 'No' }).waitFor()
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  expect(await choice(opened, 'unused').isChecked()).toBe(true)
  await page.keyboard.press('Control+Enter')
  await opened.waitFor({ state: 'detached' })
  expect(await relatedNames(field)).toEqual(['food', 'Lisbon', 'unused', 'quiet'])
  expect(await hasFocus(button)).toBe(true)
})

test('records of a view can be picked and opened, but neither created nor changed', async () => {
  const { page } = await openPage({
    server: server(),
    path: '#/collections?collectionId=mgcomments00001&recordId=comment00000002',
  })
  const field = relation(panel(page, 'Edit comments record'), 'author')
  const opened = await openPicker(page, field, 'post_stats')
  await filterBar(opened).fill('first article')
  await page.keyboard.press('Enter')
  await choice(opened, 'The first article').check()
  await eventually(() => opened.getByRole('button', { name: 'New record' }).count()).toBe(0)
  await opened.getByRole('button', { name: 'Show The first article' }).click()
  const preview = panel(page, 'post_stats record preview')
  await preview.getByRole('term').first().waitFor()
  await preview.getByRole('button', { name: 'Close' }).last().click()
  await preview.waitFor({ state: 'detached' })
  await setSelection(opened).click()
  await eventually(() => relatedNames(field)).toEqual(['The first article'])
})

test('on a phone the picker fills the screen, and all its controls are large enough to tap', async () => {
  const path = '#/collections?collectionId=mgcomments00001&recordId=comment00000003'
  const { page } = await openPage({ server: server(), viewport: phone, path })
  const opened = await openPicker(page, relation(panel(page, 'Edit comments record'), 'likes'), 'users')
  await choice(opened, 'Alice Amber').check()
  await eventually(() => opened.boundingBox()).toEqual({ x: 0, y: 0, ...phone })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'layer')
  const targets = [...(await opened.getByRole('button').all()), ...(await opened.getByRole('checkbox').all())]
  for (const target of targets) {
    const box = await target.boundingBox()
    expect(
      Math.min(box?.width ?? 0, box?.height ?? 0),
      (await target.getAttribute('aria-label')) ?? 'target',
    ).toBeGreaterThanOrEqual(44)
  }
})
