import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { input } from './harness/input.ts'
import { openPage } from './harness/openPage.ts'
import { pressEscapeWhenShown } from './harness/pressEscapeWhenShown.ts'
import { recordRow, totalFound } from './harness/records.ts'
import { pickRecords, relation } from './harness/relations.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'
import { changesIn, watchCalls } from './harness/watchCalls.ts'
import { watchForms } from './harness/watchForms.ts'

/** Each test changes its own records. Tags have one more kind than a picker without search shows. */
const server = shareServer({
  prepare: [
    {
      sql: `UPDATE _collections SET schema = json_set(schema, '$[1].options.values',
        json('["topic","place","person","event","work","other"]')) WHERE name = 'tags'`,
    },
  ],
})

const scratch = '#/collections?collectionId=mgscratch000001'
const panel = (page: Page) => page.getByRole('dialog')
const create = (page: Page) => page.getByRole('button', { name: 'Create', exact: true })

async function choose(page: Page, label: string, ...options: string[]) {
  await input(panel(page), label).click()
  for (const name of options) await page.getByRole('option', { name, exact: true }).click()
  // A single-choice list closes after the choice, and Escape would then close the panel.
  if (options.length > 1) await page.keyboard.press('Escape')
  await eventually(() => page.getByRole('listbox').count()).toBe(0)
}

async function chooseFiles(page: Page, group: string, ...names: string[]) {
  const asked = page.waitForEvent('filechooser')
  await page.getByRole('group', { name: group, exact: true }).getByRole('button', { name: 'Upload new file' }).click()
  await (await asked).setFiles(names.map(name => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`content of ${name}`) })))
}

test('M07.1 M07.3–4 M07.7–8 M07.25 M07.27 M04.18 a record is created with a value in every type of field', async () => {
  const { page, client } = await openPage({ server: server(), path: scratch, ownContext: true })
  await totalFound(page, 20).waitFor()
  await page.getByRole('button', { name: 'New record' }).click()
  await page.getByRole('dialog', { name: 'New scratch record' }).waitFor()
  expect(await input(panel(page), 'id').getAttribute('placeholder')).toBe('Leave empty to auto generate...')
  expect(await create(page).isEnabled()).toBe(true)
  await panel(page).getByText('Select up to 4 items.').waitFor()

  await input(panel(page), 't').fill('made in the browser')
  await input(panel(page), 'n').fill('-12.5')
  await input(panel(page), 'b').check()
  await input(panel(page), 'e').fill('made@example.com')
  await input(panel(page), 'u').fill('https://example.com/made')
  await input(panel(page), 'd (UTC)').fill('2026-03-29T01:30:15')
  await choose(page, 's1', 'c d')
  await choose(page, 's2', 'é', 'a')
  await chooseFiles(page, 'f1', 'note.txt')
  await chooseFiles(page, 'f2', 'one.txt', 'two.txt')
  await pickRecords(page, relation(page, 'r1'), 'scratch', 'scratch00000001')
  await pickRecords(page, relation(page, 'rN'), 'scratch', 'scratch00000001', 'scratch00000002')
  await input(panel(page), 'j').fill('{"a": [1, null]}')
  await input(panel(page), 'ed').fill('made here')
  const forms = await watchForms(page)
  await create(page).click()
  await toast(page, 'Successfully created record.').waitFor()
  await eventually(() => panel(page).count()).toBe(0)
  await totalFound(page, 21).waitFor()

  expect(forms.map(({ method, path, parts }) => [method, path, parts])).toEqual([
    [
      'POST',
      '/api/collections/mgscratch000001/records',
      [
        ['f1', 'note.txt'],
        ['f2', 'one.txt'],
        ['f2', 'two.txt'],
      ],
    ],
  ])
  expect(forms[0]?.values.d).toMatch(/^2026-03-29 01:30:15/)
  const made = await client.collection('scratch').getFirstListItem('t = "made in the browser"')
  expect(made).toMatchObject({
    n: -12.5,
    b: true,
    e: 'made@example.com',
    u: 'https://example.com/made',
    d: '2026-03-29 01:30:15.000Z',
    s1: 'c d',
    s2: ['é', 'a'],
    r1: 'scratch00000001',
    rN: ['scratch00000001', 'scratch00000002'],
    j: { a: [1, null] },
    ed: '<p>made here</p>',
  })
  expect(made.id).toHaveLength(15)
  expect(made.f1).toMatch(/^note_\w{10}\.txt$/)
  expect(made.f2).toHaveLength(2)
  await recordRow(page, made.id).getByText('made in the browser').waitFor()
})

test('M07.5 M07.12 a custom id has at least 15 characters, and cleared values are sent as null or empty', async () => {
  const { page, client } = await openPage({ server: server(), path: `${scratch}&recordId=new` })
  const calls = watchCalls(page)
  await input(panel(page), 'id').fill('too short')
  await create(page).click()
  await panel(page).getByText('Must have at least 15 characters.').waitFor()
  expect(await hasFocus(input(panel(page), 'id'))).toBe(true)
  await input(panel(page), 'id').fill('one_too_long_000')
  await create(page).click()
  await panel(page).getByText('Must have exactly 15 characters.').waitFor()
  expect(calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/records')).length).toBe(0)
  await input(panel(page), 'id').fill('given0000000001')
  await input(panel(page), 'n').fill('7')
  await page.keyboard.press('Control+s')
  await page.getByRole('dialog', { name: 'Edit scratch record' }).waitFor()
  expect(await input(panel(page), 'id').inputValue()).toBe('given0000000001')
  expect((await client.collection('scratch').getOne('given0000000001')).n).toBe(7)

  const forms = await watchForms(page)
  await input(panel(page), 'n').fill('')
  await page.keyboard.press('Control+s')
  await eventually(async () => (await client.collection('scratch').getOne('given0000000001')).n).toBe(0)
  expect(forms.map(({ values }) => values)).toEqual([{ n: null }])
})

test('M23.5–6 server errors are shown below their inputs, and the first invalid input gets the focus', async () => {
  const path = '#/collections?collectionId=mgtags000000001&recordId=new'
  const { page } = await openPage({ server: server(), path, allowedErrors: [/status of 400/] })
  const name = input(panel(page), 'name')
  await create(page).click()
  await panel(page).getByText('Missing required value.').waitFor()
  expect(await hasFocus(name)).toBe(true)
  await name.fill('TRAVEL')
  await eventually(() => panel(page).getByText('Missing required value.').count()).toBe(0)
  await create(page).focus()
  await page.keyboard.press('Enter')
  await panel(page)
    .getByRole('textbox', { name: 'name', description: /unique/i })
    .waitFor()
  await eventually(() => hasFocus(name)).toBe(true)
  expect(await name.getAttribute('aria-invalid')).toBe('true')
  // A toast that is still visible must not contradict the result of the next attempt. Below the pointer, it stays.
  await toast(page, 'Failed to create record.').hover()
  await name.fill('TRAVELS')
  await eventually(() => name.getAttribute('aria-invalid')).not.toBe('true')
  expect(await toast(page, 'Failed to create record.').count()).toBe(1)
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully created record.').waitFor()
  expect(await toast(page, 'Failed to create record.').count()).toBe(0)
})

test('M07.23–24 M07.26 text areas grow to 200 px, numbers have limits, and a list of six options can be searched', async () => {
  const path = '#/collections?collectionId=mgposts00000001&recordId=new'
  const { page, load } = await openPage({ server: server(), path })
  const summary = input(panel(page), 'summary')
  const height = async () => (await summary.boundingBox())?.height ?? 0
  const small = await height()
  await summary.fill('one\ntwo\nthree')
  await eventually(height).toBeGreaterThan(small)
  await summary.fill('line\n'.repeat(40))
  await eventually(height).toBe(200)

  await input(panel(page), 'score').fill('11')
  await eventually(() => input(panel(page), 'score').getAttribute('aria-valuemax')).toBe('10')
  await eventually(() => input(panel(page), 'views').getAttribute('aria-valuemin')).toBe('0')
  await create(page).click()
  await panel(page).getByRole('spinbutton', { name: 'score', description: /10/ }).waitFor()

  // The search box accepts typing either way; without a border it is invisible.
  const searchHeight = () =>
    page
      .getByPlaceholder('Search…')
      .evaluate((field: { parentElement: { clientHeight: number } }) => field.parentElement.clientHeight)
  await input(panel(page), 'status').click()
  await page.getByRole('option', { name: 'draft' }).waitFor()
  expect(await searchHeight()).toBeLessThan(2)
  await page.keyboard.press('Escape')
  await eventually(() => page.getByRole('option').count()).toBe(0)
  await eventually(() => hasFocus(input(panel(page), 'status'))).toBe(true)
  // An Escape pressed as soon as the list is in the page closes the list and asks nothing about the panel.
  const escaped = await pressEscapeWhenShown(page, '[role=listbox]')
  await input(panel(page), 'status').press('Enter')
  await escaped()
  await eventually(() => page.getByRole('option').count()).toBe(0)
  await eventually(() => hasFocus(input(panel(page), 'status'))).toBe(true)
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  page.once('dialog', dialog => dialog.accept())
  await load('#/collections?collectionId=mgtags000000001&recordId=new')
  await input(panel(page), 'kind').click()
  await eventually(searchHeight).toBeGreaterThan(20)
  // A list that the pointer opens takes the focus a moment later.
  await eventually(() => hasFocus(page.getByPlaceholder('Search…'))).toBe(true)
  await page.keyboard.type('per')
  await eventually(() => page.getByRole('option').allInnerTexts()).toEqual(['person'])
  await page.keyboard.press('Enter')
  await eventually(() => input(panel(page), 'kind').textContent()).toContain('person')
})

test('M07.29 invalid JSON is rejected before any request is sent', async () => {
  const { page } = await openPage({ server: server(), path: `${scratch}&recordId=scratch00000011` })
  const json = input(panel(page), 'j')
  await json.fill('{"a": ')
  await panel(page).getByRole('textbox', { name: 'j', description: /JSON/i }).waitFor()
  const calls = watchCalls(page)
  await page.keyboard.press('Control+s')
  await eventually(() => hasFocus(json)).toBe(true)
  expect(await json.getAttribute('aria-invalid')).toBe('true')
  await json.fill('')
  await eventually(() => json.getAttribute('aria-invalid')).not.toBe('true')
  expect(changesIn(calls)).toEqual([])
})

test('M07.30–31 JSON values keep their types when stored, and a plain text is sent quoted', async () => {
  const { page, client } = await openPage({ server: server(), path: `${scratch}&recordId=scratch00000012` })
  const stored = async () => (await client.collection('scratch').getOne('scratch00000012')).j
  const values = [null, [1, 'a'], { a: 'true', b: '12' }, false, 12.5, '12', 'true', 'plain words']
  for (const value of values) {
    await input(panel(page), 'j').fill(JSON.stringify(value))
    await page.keyboard.press('Control+s')
    await eventually(stored).toEqual(value)
  }
  for (const [sent, value] of [
    ['true', true],
    ['12', 12],
    ['[1]', [1]],
    ['"12"', '12'],
    ['plain words', 'plain words'],
  ] as const) {
    const form = new FormData()
    form.append('j', sent)
    expect((await client.collection('scratch').update('scratch00000012', form)).j).toEqual(value)
  }
})

test('M11.1–2 M11.4–5 files are added up to the limit, marked for removal and restored', async () => {
  const { page, client } = await openPage({ server: server(), path: `${scratch}&recordId=scratch00000019`, ownContext: true })
  const files = page.getByRole('group', { name: 'f2', exact: true })
  const upload = files.getByRole('button', { name: 'Upload new file' })
  const kept = 'backup_tar_0vR8VAmV3E.gz'
  const removed = 'noextension_DkZZGPFpkM.txt'
  await chooseFiles(page, 'f2', 'first.txt', 'second.txt')
  const listed = async () => (await files.getByRole('listitem').allInnerTexts()).join()
  await eventually(listed).toMatch(/noextension.*backup_tar.*first\.txt/s)
  expect(await files.getByText('second.txt').count()).toBe(0)
  expect(await upload.isDisabled()).toBe(true)
  expect(await hasFocus(upload)).toBe(true)
  await files.getByRole('button', { name: `Remove ${removed}` }).click()
  await files.getByRole('deletion').getByText(removed).waitFor()
  expect(await upload.isEnabled()).toBe(true)
  await files.getByRole('button', { name: `Restore ${removed}` }).click()
  await eventually(() => files.getByRole('deletion').count()).toBe(0)
  await files.getByRole('button', { name: `Remove ${removed}` }).click()

  const forms = await watchForms(page)
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated record.').waitFor()
  expect(forms.map(({ method, values, parts }) => ({ method, values, parts }))).toEqual([
    {
      method: 'PATCH',
      values: {},
      parts: [
        [`f2.${removed}`, ''],
        ['f2', 'first.txt'],
      ],
    },
  ])
  const stored = await client.collection('scratch').getOne('scratch00000019')
  expect(stored.f2).toEqual([kept, expect.stringMatching(/^first_\w{10}\.txt$/)])
})
