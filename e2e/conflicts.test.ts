import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { input } from './harness/input.ts'
import { openPage, phone } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'
import { watchForms } from './harness/watchForms.ts'

/** Each test changes its own records. */
const server = shareServer()

const scratch = (id: string) => `#/collections?collectionId=mgscratch000001&recordId=${id}`
const panel = (page: Page) => page.getByRole('dialog', { name: /^(Edit|New) / })
const question = (page: Page) => page.getByRole('dialog', { name: 'Someone else changed this record' })
const field = (page: Page, name: string) => question(page).getByRole('group', { name })
const choice = (page: Page, label: string) => question(page).getByRole('radio', { name: label })
const saveChanges = (page: Page) => page.getByRole('button', { name: 'Save changes' })

/**
 * Reads how the radio buttons of the dialog are drawn: the dot of each, and whether its circle differs in color from the
 * background.
 */
const dots = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('input[type=radio] + svg')].map(circle => {
    const isFilled = getComputedStyle(circle).borderColor === getComputedStyle(circle).backgroundColor
    return getComputedStyle(circle.firstElementChild).visibility + (isFilled ? ' filled' : ' empty')
  })`)

/** Opens a second tab of the same browser on the same address. */
async function secondTab(page: Page, path: string) {
  const tab = await page.context().newPage()
  await tab.goto(new URL(`/_/${path}`, page.url()).href)
  return tab
}

test('when two tabs edit one record, changes to different fields merge, and both values of the same field are offered', async () => {
  const path = scratch('scratch00000010')
  const { page, client } = await openPage({ server: server(), path })
  const other = await secondTab(page, path)
  const long = (word: string) => `${'The same beginning of both texts. '.repeat(20)}${word}${' And the same end.'.repeat(20)}`

  await input(panel(other), 't').fill(long('theirs'))
  await input(panel(other), 'n').fill('7')
  await input(panel(other), 'e').fill('theirs@example.com')
  await input(panel(other), 'b').check()
  await input(panel(page), 't').fill(long('mine'))
  await input(panel(page), 'n').fill('5')
  await input(panel(page), 'u').fill('https://mine.example')
  await other.keyboard.press('Control+Enter')
  await toast(other, 'Successfully updated record.').waitFor()

  const forms = await watchForms(page)
  await saveChanges(page).click()
  await question(page).waitFor()
  expect(await question(page).getByRole('group').allInnerTexts()).toHaveLength(2)
  expect(await field(page, 't').locator('mark').allInnerTexts()).toEqual(['mine', 'theirs'])
  expect(await field(page, 'n').allInnerTexts()).toEqual([expect.stringMatching(/^n\s+Yours\s+5\s+Theirs\s+7$/)])
  expect(await question(page).getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  // Nothing is selected yet, and nothing is saved while the dialog waits.
  expect(await dots(page)).toEqual(Array(4).fill('hidden empty'))
  expect(await page.locator('[aria-busy="true"]').count()).toBe(0)
  await expectAccessible(page, 'layer')

  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  await eventually(() => question(page).count()).toBe(0)
  expect(await input(panel(page), 't').inputValue()).toBe(long('mine'))
  expect(forms).toEqual([])

  await page.keyboard.press('Control+s')
  await choice(page, 'Yours: t').check()
  await eventually(() => question(page).getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await choice(page, 'Theirs: n').check()
  await eventually(() => dots(page)).toEqual(['visible filled', 'hidden empty', 'hidden empty', 'visible filled'])
  await question(page).getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Successfully updated record.').waitFor()
  expect(forms.map(({ values }) => values)).toEqual([{ t: long('mine'), u: 'https://mine.example' }])
  expect(await client.collection('scratch').getOne('scratch00000010')).toMatchObject({
    t: long('mine'),
    n: 7,
    e: 'theirs@example.com',
    b: true,
    u: 'https://mine.example',
  })
  // The form stays open with the record as it is now.
  expect(await input(panel(page), 'n').inputValue()).toBe('7')
  expect(await input(panel(page), 'e').inputValue()).toBe('theirs@example.com')
  expect(await saveChanges(page).isDisabled()).toBe(true)
})

test('all values of one side can be chosen with one press, also with the keyboard', async () => {
  const { page, client } = await openPage({ server: server(), path: scratch('scratch00000011'), viewport: phone })
  await input(panel(page), 't').fill('mine')
  await input(panel(page), 'n').fill('1')
  await client.collection('scratch').update('scratch00000011', { t: 'theirs', n: 2 })
  await page.keyboard.press('Control+s')
  await question(page).waitFor()
  await expectNoSidewaysScroll(page)
  await question(page).getByRole('button', { name: 'All of theirs' }).click()
  await eventually(() => choice(page, 'Theirs: t').isChecked()).toBe(true)
  await choice(page, 'Theirs: n').focus()
  await page.keyboard.press('ArrowLeft')
  await eventually(() => choice(page, 'Yours: n').isChecked()).toBe(true)
  await page.keyboard.press('Enter')
  await toast(page, 'Successfully updated record.').waitFor()
  expect(await client.collection('scratch').getOne('scratch00000011')).toMatchObject({ t: 'theirs', n: 1 })
})

test('two edits that set the same value, or change different fields, are no conflict', async () => {
  const { page, client } = await openPage({ server: server(), path: scratch('scratch00000012') })
  await input(panel(page), 't').fill('the same')
  await input(panel(page), 'n').fill('3')
  await client.collection('scratch').update('scratch00000012', { t: 'the same', e: 'quiet@example.com' })
  await saveChanges(page).click()
  await toast(page, 'Successfully updated record.').waitFor()
  expect(await client.collection('scratch').getOne('scratch00000012')).toMatchObject({
    t: 'the same',
    n: 3,
    e: 'quiet@example.com',
  })
})

test('a save keeps the file changes of both editors: all additions and all removals', async () => {
  const { page, client } = await openPage({ server: server(), path: scratch('scratch00000013') })
  const file = (name: string) => new File(['content'], name, { type: 'text/plain' })
  await client.collection('scratch').update('scratch00000013', { f2: [file('first.txt'), file('second.txt')] })
  await page.reload()
  await panel(page)
    .getByText(/^first_/)
    .waitFor()
  await page.getByRole('button', { name: /^Remove first_/ }).click()
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'mine.txt', mimeType: 'text/plain', buffer: Buffer.from('mine') })
  await client.collection('scratch').update('scratch00000013', { f2: [file('theirs.txt')] })
  await saveChanges(page).click()
  await toast(page, 'Successfully updated record.').waitFor()
  const { f2 } = await client.collection('scratch').getOne<{ id: string; f2: string[] }>('scratch00000013')
  expect(f2.map(name => name.replace(/_\w{10}\./, '.'))).toEqual(['second.txt', 'theirs.txt', 'mine.txt'])
})

test('a record that someone else deleted can be created again from the typed values', async () => {
  const path = scratch('scratch00000014')
  const { page, client } = await openPage({ server: server(), path, allowedErrors: [/status of 404/] })
  await input(panel(page), 't').fill('typed before it was deleted')
  await client.collection('scratch').delete('scratch00000014')
  await saveChanges(page).click()
  await toast(page, 'This record has since been deleted. What you typed is kept.').waitFor()
  await panel(page).getByText('This record was deleted after you opened it.').waitFor()
  expect(await input(panel(page), 't').inputValue()).toBe('typed before it was deleted')
  expect(await input(panel(page), 'id').inputValue()).toBe('scratch00000014')
  await expectAccessible(page, 'layer')
  await page.getByRole('button', { name: 'Create' }).click()
  await toast(page, 'Successfully created record.').waitFor()
  const { items } = await client.collection('scratch').getList(1, 5, { filter: 't = "typed before it was deleted"' })
  expect(items.map(({ id }) => id)).toEqual(['scratch00000014'])
})

test('a deleted auth record needs a password to be created again', async () => {
  const path = '#/collections?collectionId=_pb_users_auth_&recordId=users0000000008'
  const { page, client } = await openPage({ server: server(), path, allowedErrors: [/status of 404/] })
  await input(panel(page), 'name').fill('Nobody, again')
  await client.collection('users').delete('users0000000008')
  await page.keyboard.press('Control+s')
  await panel(page).getByText('This record was deleted after you opened it.').waitFor()
  await page.keyboard.press('Control+s')
  await eventually(() => hasFocus(input(panel(page), 'Password'))).toBe(true)
  await page.getByRole('button', { name: 'Generate and copy a password' }).click()
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully created record.').waitFor()
  await page.getByRole('dialog', { name: 'Edit users record' }).waitFor()
  expect(await client.collection('users').getOne('users0000000008')).toMatchObject({ name: 'Nobody, again', username: 'no_mail' })
})
