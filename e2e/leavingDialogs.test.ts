import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { address } from './harness/address.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { holdCalls } from './harness/holdCalls.ts'
import { input } from './harness/input.ts'
import { openPage } from './harness/openPage.ts'
import { recordCell, recordRow, totalFound } from './harness/records.ts'
import { shareServer } from './harness/shareServer.ts'

/** The last test changes its own record, the others nothing. */
const server = shareServer()

const backups = '#/settings/backups'
const posts = '#/collections?collectionId=mgposts00000001&filter=id%3D%22post00000000001%22'
const tags = '#/collections?collectionId=mgtags000000001'

const scratch = '#/collections?collectionId=mgscratch000001'

const layers = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))
const backupsHeading = (page: Page) => page.getByRole('heading', { name: 'Backup and restore your data' })

async function openRecordMenu(page: Page) {
  await page.getByRole('button', { name: 'More' }).click()
}

const opened: [string, string, (page: Page) => Promise<void>][] = [
  [
    'the question before a record is deleted',
    `${tags}&recordId=tag000000000003`,
    async page => {
      await openRecordMenu(page)
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  ],
  [
    'the dialog that impersonates a user',
    '#/collections?collectionId=_pb_users_auth_&recordId=alice0000000001',
    async page => {
      await openRecordMenu(page)
      await page.getByRole('menuitem', { name: 'Impersonate' }).click()
      await page.getByRole('dialog', { name: /^Impersonate / }).waitFor()
    },
  ],
  [
    'the question before selected records are deleted',
    tags,
    async page => {
      await page.getByRole('checkbox', { name: 'Select tag000000000003' }).click()
      await page.getByRole('button', { name: 'Delete selected' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  ],
  [
    'the editor of selected records',
    tags,
    async page => {
      await page.getByRole('checkbox', { name: 'Select tag000000000003' }).click()
      await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Edit selected' }).click()
      await page.getByRole('dialog').waitFor()
    },
  ],
  [
    'the preview of a file',
    posts,
    async page => {
      await (await recordCell(page, 'post00000000001', 'cover')).getByRole('button').click()
      await page.getByRole('dialog').waitFor()
    },
  ],
  [
    'the list of shortcuts',
    tags,
    async page => {
      await recordRow(page, 'tag000000000003').waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  ],
  [
    'the command palette',
    tags,
    async page => {
      await recordRow(page, 'tag000000000003').waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
    },
  ],
]

test.each(opened)('%s closes with its screen on Back and at another address', async (_, path, open) => {
  const { page, go } = await openPage({ server: server(), path: backups })
  await backupsHeading(page).waitFor()
  for (const leave of [() => page.goBack(), () => go(backups)]) {
    await go(path)
    await open(page)
    await leave()
    await backupsHeading(page).waitFor()
    await eventually(() => layers(page).count()).toBe(0)
    await page.getByRole('button', { name: 'Initialize new backup' }).click()
    await page.getByRole('dialog', { name: 'Initialize new backup' }).waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => layers(page).count()).toBe(0)
  }
  await expectAccessible(page)
})

test('the dialogs of a settings page close with it', async () => {
  const { page, go } = await openPage({ server: server(), path: tags })
  await totalFound(page, 8).waitFor()
  await go(backups)
  await page.getByRole('button', { name: 'Initialize new backup' }).click()
  await page.getByRole('dialog').waitFor()
  await page.goBack()
  await totalFound(page, 8).waitFor()
  await eventually(() => layers(page).count()).toBe(0)
})

test('a question closes when the address changes within its screen, and the panel goes back to its list', async () => {
  const { page } = await openPage({ server: server(), path: tags })
  await recordRow(page, 'tag000000000003').click()
  await openRecordMenu(page)
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').waitFor()
  await page.goBack()
  await eventually(() => layers(page).count()).toBe(0)
  expect(address(page).query.recordId).toBeUndefined()
  await totalFound(page, 8).waitFor()
})

test('a question whose action runs stays until the action has ended', async () => {
  const { page, go, client } = await openPage({ server: server(), path: scratch })
  const { id } = await client.collection('scratch').create({ t: 'doomed' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await recordRow(page, id).click()
  await openRecordMenu(page)
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  const held = await holdCalls(page, call => call.method() === 'DELETE')
  await question.getByRole('button', { name: 'Delete record' }).click()
  await held.arrived
  await go(backups)
  await page.getByRole('link', { name: 'Backups', includeHidden: true }).waitFor({ state: 'attached' })
  await question.waitFor()
  held.release()
  await eventually(() => layers(page).count()).toBe(0)
  await expect(client.collection('scratch').getOne(id)).rejects.toMatchObject({ status: 404 })
})

/** Clicks an element that closes its layer, and focuses another element before the closed layer leaves the page. */
const closeAndFocus = async (closing: Locator, other: Locator) =>
  other.evaluate(
    (field: { focus: () => void }, button) => {
      const { click } = button as unknown as { click: () => void }
      click.call(button)
      queueMicrotask(() => field.focus())
    },
    await closing.elementHandle(),
  )

test('the focus stays where a user moves it while a question, a menu or a popover closes', async () => {
  const { page, load } = await openPage({ server: server(), path: `${scratch}&recordId=scratch00000009` })
  page.on('dialog', dialog => dialog.accept())
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const [text, number] = [input(page.getByRole('dialog'), 't'), input(page.getByRole('dialog'), 'n')]
  await text.fill('changed')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog')
  await question.waitFor()
  await closeAndFocus(question.getByRole('button', { name: 'No' }), number)
  await eventually(() => page.locator('[role=alertdialog]').count()).toBe(0)
  expect(await hasFocus(number)).toBe(true)
  await openRecordMenu(page)
  await closeAndFocus(page.getByRole('menuitem', { name: 'Copy as JSON' }), text)
  await eventually(() => page.getByRole('menu').count()).toBe(0)
  expect(await hasFocus(text)).toBe(true)

  await load(`${scratch}&panel=edit`)
  const name = input(page.getByRole('dialog'), 'Name')
  await page.getByRole('button', { name: 'New field' }).click()
  await closeAndFocus(page.getByRole('menuitem', { name: 'Number', exact: true }), name)
  await eventually(() => page.getByRole('menu').count()).toBe(0)
  expect(await hasFocus(name)).toBe(true)
})

test('a second Back while a question about unsaved changes is open asks once more, and one answer leaves', async () => {
  const { page, go } = await openPage({ server: server(), path: backups })
  await backupsHeading(page).waitFor()
  await go(posts)
  await totalFound(page, 1).waitFor()
  await go(`${tags}&recordId=tag000000000003`)
  await input(page.getByRole('dialog'), 'name').fill('Lisboa')
  await page.evaluate('history.back()')
  const leave = page.getByRole('alertdialog').getByRole('button', { name: 'Yes' })
  await leave.waitFor()
  await page.evaluate('history.back()')
  await eventually(() => page.locator('[role=alertdialog]').count()).toBe(2)
  await leave.last().click()
  await eventually(() => layers(page).count()).toBe(0)
  await backupsHeading(page).waitFor()
  expect(address(page).path).toBe('/_/#/settings/backups')
})
