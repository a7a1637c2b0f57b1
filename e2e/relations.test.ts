import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { holdCalls } from './harness/holdCalls.ts'
import { input } from './harness/input.ts'
import { openPage } from './harness/openPage.ts'
import { recordCell, totalFound } from './harness/records.ts'
import { choice, openPicker, relatedNames, relation } from './harness/relations.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'
import { watchCalls } from './harness/watchCalls.ts'
import { watchForms } from './harness/watchForms.ts'

const many = Array.from({ length: 130 }, (_, index) => `many${String(index).padStart(11, '0')}`)
const gone = ['missing00000001', 'odd"id\\']
const longTitle = 'A title of a work that is far longer than the line which stands for its record'
const seven = Array.from({ length: 7 }, (_, index) => `plan_${index + 1}.txt`)

const literal = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`
const targetOf = (collection: string, place: number, target: string) => ({
  sql: `UPDATE _collections SET schema = json_set(schema, '$[${place}].options.collectionId', '${target}') WHERE name = '${collection}'`,
})

/** Each test changes its own records. */
const server = shareServer({
  prepare: [
    { sql: many.map(id => `INSERT INTO scratch (id, t) VALUES ('${id}', 'one of many')`).join(';') },
    { sql: `INSERT INTO scratch (id, rN) VALUES ('links0000000001', ${literal(many)})` },
    {
      sql: `INSERT INTO scratch (id, n, r1, rN) VALUES
        ('links0000000002', 1, 'nothere00000000', ${literal(['scratch00000003', gone[0], 'scratch00000004', gone[1]])})`,
    },
    { sql: `INSERT INTO scratch (id, rN) VALUES ('links0000000004', ${literal(['scratch00000003', gone[0]])})` },
    { sql: `INSERT INTO scratch (id, rN) VALUES ('links0000000003', ${literal(many.slice(0, 4))})` },
    {
      sql: `UPDATE posts SET tags = ${literal(Array.from({ length: 7 }, (_, index) => `tag00000000000${index + 1}`))}
        WHERE id = 'post00000000002'`,
    },
    // Relations of posts to media, whose presentable values are a title and several files.
    targetOf('posts', 18, 'mgmedia00000001'),
    { sql: "UPDATE _collections SET schema = json_set(schema, '$[2].presentable', json('true')) WHERE name = 'media'" },
    { sql: `UPDATE media SET title = '${longTitle}', gallery = ${literal(seven)} WHERE id = 'media0000000004'` },
    { sql: `UPDATE posts SET related = '["media0000000004"]' WHERE id = 'post00000000040'` },
    // A relation to a deleted collection.
    targetOf('comments', 6, 'deleted00000000'),
    { sql: `UPDATE comments SET likes = '["alice0000000001"]' WHERE id = 'comment00000001'` },
  ],
})

const scratch = '#/collections?collectionId=mgscratch000001'
const posts = '#/collections?collectionId=mgposts00000001'
const panel = (page: Page, collection = 'scratch') => page.getByRole('dialog', { name: `Edit ${collection} record` })
const save = (within: Locator) => within.getByRole('button', { name: 'Save changes' })
const rows = (field: Locator) => field.getByRole('listitem')
const moved = (field: Locator, name: string) => field.getByRole('button', { name: `Move ${name}`, exact: true })
const removal = 'The following relation ids were removed from the list because they are missing or invalid: '

test('M09.1–2 M09.10 related records are loaded by their ids, 100 at a time, behind at most 10 skeleton rows', async () => {
  const { page, load } = await openPage({ server: server(), path: null })
  const calls = watchCalls(page)
  const lookups = () => calls.filter(({ query }) => query.filter?.startsWith('id="'))
  const held = await holdCalls(page, request => request.url().includes('filter=id%3D'))
  await load(`${scratch}&recordId=links0000000001`)
  await held.arrived
  const field = relation(panel(page), 'rN')
  await eventually(() => rows(field).count()).toBe(10)
  expect(await field.getByRole('list').getAttribute('aria-busy')).toBe('true')
  expect(await field.getByRole('button', { name: 'Open picker' }).isEnabled()).toBe(true)
  held.release()
  await eventually(() => rows(field).count()).toBe(101)
  await field.getByRole('button', { name: 'Show 30 more of 30' }).click()
  await eventually(() => relatedNames(field)).toEqual(many)

  const asked = lookups().map(({ query }) => query.filter?.split('||') ?? [])
  expect(asked.flat().sort()).toEqual(many.map(id => `id="${id}"`).sort())
  expect(asked.map(ids => ids.length)).toEqual([100, 30])
  calls.length = 0
  const opened = await openPicker(page, field, 'scratch')
  await opened.getByRole('heading', { name: 'Selected (130)' }).waitFor()
  await eventually(() => lookups().map(({ query }) => query.filter?.split('||').length)).toEqual([50, 50, 30])
  await opened.getByRole('button', { name: 'Cancel' }).click()
  await opened.waitFor({ state: 'detached' })
  // Loading the records does not make the form dirty.
  expect(await save(panel(page)).isDisabled()).toBe(true)
})

test('M09.3 ids without a record are left out with a warning and do not count as a change', async () => {
  const { page, client, load } = await openPage({ server: server(), path: `${scratch}&recordId=links0000000002` })
  const field = relation(panel(page), 'rN')
  await field.getByText(removal + gone.join(', ')).hover()
  await page.getByRole('tooltip', { name: removal + gone.join(', ') }).waitFor()
  expect(await relatedNames(field)).toEqual(['scratch00000003', 'scratch00000004'])
  await relation(panel(page), 'r1').getByText(`${removal}nothere00000000`).waitFor()
  await expectAccessible(page, 'layer')

  // Closing an unchanged record asks nothing and stores no draft.
  await page.keyboard.press('Escape')
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  expect(await page.evaluate<string[]>("Object.keys(localStorage).filter(key => key.includes('draft'))")).toEqual([])
  expect((await client.collection('scratch').getOne('links0000000002')).rN).toHaveLength(4)

  // A save stores what the form shows.
  await load(`${scratch}&recordId=links0000000002`)
  await field.getByText(removal).waitFor()
  await relation(panel(page), 'r1').getByText(removal).waitFor()
  await input(panel(page), 'n').fill('2')
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated record.').waitFor()
  const stored = await client.collection('scratch').getOne('links0000000002')
  expect(stored).toMatchObject({ n: 2, r1: '', rN: ['scratch00000003', 'scratch00000004'] })
  await eventually(() => panel(page).getByText(removal).count()).toBe(0)
})

test('M07.21 duplicating a record with dangling relation ids asks first, because a save would remove them', async () => {
  const { page } = await openPage({ server: server(), path: `${scratch}&recordId=links0000000004` })
  await relation(panel(page), 'rN').getByText(removal).waitFor()
  await eventually(() => save(panel(page)).isEnabled()).toBe(true)
  await panel(page).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  const question = page.getByRole('alertdialog', { name: 'You have unsaved changes. Do you really want to discard them?' })
  await question.getByRole('button', { name: 'No' }).click()
  await eventually(() => question.count()).toBe(0)
  await panel(page).waitFor()
})

test('M09.4 of the values beyond the limit of a relation, the last ones are kept', async () => {
  const { page, client } = await openPage({ server: server(), path: `${posts}&recordId=post00000000002` })
  const field = relation(panel(page, 'posts'), 'tags')
  await field.getByText('Only the latest 5 records are kept. 2 more were removed.').waitFor()
  expect(await relatedNames(field)).toEqual(['Lisbon', 'Köln', 'Ada', 'music', 'quiet'])
  await field.getByText('5 of 5').waitFor()
  await save(panel(page, 'posts')).click()
  await toast(page, 'Successfully updated record.').waitFor()
  const { tags } = await client.collection('posts').getOne('post00000000002')
  expect(tags).toEqual([3, 4, 5, 6, 7].map(index => `tag00000000000${index}`))
})

test('M05.15 a related record is one line with its text and files, and more in a tooltip, wherever it is shown', async () => {
  const { page } = await openPage({ server: server(), path: posts })
  await totalFound(page, 40).waitFor()
  const line = `${longTitle.slice(0, 70)}…`
  const iconsOf = (within: Locator) => within.locator('svg[class*="lucide-file"]').count()

  const cell = await recordCell(page, 'post00000000040', 'related')
  await cell.scrollIntoViewIfNeeded()
  expect(await cell.textContent()).toBe(line)
  expect(await iconsOf(cell)).toBe(5)

  await page.getByRole('rowheader', { name: 'post00000000040' }).click({ position: { x: 2, y: 2 } })
  const field = relation(panel(page, 'posts'), 'related')
  await field.getByText(line).waitFor()
  expect(await iconsOf(rows(field).first())).toBe(5)
  await field.getByText(line).hover()
  const summary = (await page.getByRole('tooltip').textContent()) ?? ''
  expect(summary).toContain('"id": "media0000000004"')
  expect(summary.length).toBeLessThanOrEqual(801)
  await page.mouse.move(0, 0)

  const opened = await openPicker(page, field, 'media')
  await choice(opened, line).waitFor()
  expect(await iconsOf(rows(opened).filter({ hasText: line }).first())).toBe(5)
})

test('related records are reordered by keys, menu and dragging, and are sent in that order', async () => {
  const { page } = await openPage({ server: server(), path: `${scratch}&recordId=links0000000003` })
  const field = relation(panel(page), 'rN')
  const [a = '', b = '', c = '', d = ''] = many
  const order = () => relatedNames(field)
  await moved(field, a).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await eventually(() => order()).toEqual([b, a, c, d])
  await eventually(() => hasFocus(moved(field, a))).toBe(true)
  await field.getByRole('status').getByText(`${a} is number 2 of 4.`).waitFor({ state: 'attached' })

  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Move to the end' }).click()
  await eventually(() => order()).toEqual([b, c, d, a])

  await moved(field, a).hover()
  // The code for dragging is loaded when the pointer comes near.
  await eventually(() => rows(field).nth(3).getAttribute('draggable')).toBe('true')
  await rows(field)
    .nth(3)
    .dragTo(rows(field).nth(1), { sourcePosition: { x: 12, y: 18 }, targetPosition: { x: 60, y: 2 } })
  await eventually(order).toEqual([b, a, c, d])
  const forms = await watchForms(page)
  await save(panel(page)).click()
  await toast(page, 'Successfully updated record.').waitFor()
  expect(forms.map(({ values }) => values)).toEqual([{ rN: [b, a, c, d] }])
})

test('a related record can be removed from its row and edited in its own panel, and disappears when it is deleted', async () => {
  const { page, client } = await openPage({ server: server(), path: null })
  const names = ['First', 'Second', 'Third']
  const tags = []
  for (const name of names) tags.push((await client.collection('tags').create({ name, kind: 'topic' })).id)
  const { id } = await client.collection('posts').create({
    title: 'With tags',
    status: 'draft',
    category: 'category0000001',
    author: 'author000000001',
    tags,
  })
  await page.goto(`${server().origin}/_/${posts}&recordId=${id}`)
  const outer = panel(page, 'posts')
  const field = relation(outer, 'tags')
  const order = () => relatedNames(field)
  await eventually(order).toEqual(names)

  await field.getByRole('button', { name: 'Edit Second' }).click()
  const nested = panel(page, 'tags')
  await nested.waitFor()
  await input(nested, 'name').fill('Renamed')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'You have unsaved changes. Do you really want to close the panel?' })
  await question.getByRole('button', { name: 'No' }).click()
  await eventually(() => input(nested, 'name').inputValue()).toBe('Renamed')
  await save(nested).click()
  await nested.waitFor({ state: 'detached' })
  expect(await order()).toEqual(['First', 'Renamed', 'Third'])
  await eventually(() => hasFocus(field.getByRole('button', { name: 'Edit Renamed' }))).toBe(true)
  expect(await save(outer).isDisabled()).toBe(true)

  await field.getByRole('button', { name: 'Edit First' }).click()
  await nested.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete record' }).click()
  await eventually(order).toEqual(['Renamed', 'Third'])
  expect((await client.collection('posts').getOne(id)).tags).toEqual(tags.slice(1))

  await field.getByRole('button', { name: 'Remove Renamed' }).click()
  await eventually(() => order()).toEqual(['Third'])
  await eventually(() => hasFocus(field.getByRole('button', { name: 'Remove Third' }))).toBe(true)
  await page.keyboard.press('Enter')
  await eventually(() => rows(field).count()).toBe(0)
  await eventually(() => hasFocus(field.getByRole('button', { name: 'Open picker' }))).toBe(true)
})

test('a relation to a deleted collection, or to records that cannot be read, does not break the form', async () => {
  const { page, client, load } = await openPage({
    server: server(),
    path: null,
    allowedErrors: [/status of 400/, /status of 503/],
  })
  await load('#/collections?collectionId=mgcomments00001&recordId=comment00000001')
  const comment = panel(page, 'comments')
  const likes = relation(comment, 'likes')
  await likes.getByText('The collection that this field refers to does not exist.').waitFor()
  expect(await relatedNames(likes)).toEqual(['alice0000000001'])
  expect(await likes.getByRole('button', { name: 'Open picker' }).isDisabled()).toBe(true)
  await input(comment, 'stars').fill('4')
  await save(comment).click()
  await likes.getByText('Relation connection is missing or cannot be accessed.').waitFor()
  expect(await client.collection('comments').getOne('comment00000001')).toMatchObject({ likes: ['alice0000000001'] })
  await likes.getByRole('button', { name: 'Remove alice0000000001' }).click()
  await save(comment).click()
  await toast(page, 'Successfully updated record.').waitFor()
  expect(await client.collection('comments').getOne('comment00000001')).toMatchObject({ stars: 4, likes: [] })

  let isDown = true
  await page.route('**/mgscratch000001/records?**', route =>
    isDown && route.request().url().includes('filter=id%3D') ? route.fulfill({ status: 503, json: {} }) : route.fallback(),
  )
  await load(`${scratch}&recordId=scratch00000017`)
  const field = relation(panel(page), 'rN')
  await field.getByText('The records could not be loaded.').waitFor()
  expect(await rows(field).count()).toBeGreaterThan(1)
  expect(await save(panel(page)).isDisabled()).toBe(true)
  isDown = false
  await field.getByRole('button', { name: 'Retry' }).click()
  await eventually(() => field.getByText('The records could not be loaded.').count()).toBe(0)
  await field
    .getByRole('button', { name: /^Edit / })
    .first()
    .waitFor()
})
