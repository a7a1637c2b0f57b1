import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../test/harness/openPostgres.ts'
import { scratchDir } from '../test/harness/scratchDir.ts'
import { startServer } from '../test/harness/startServer.ts'
import { question, startCollection } from './harness/collectionEditor.ts'
import { addField } from './harness/collectionFields.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { filterBar } from './harness/filterBar.ts'
import { input } from './harness/input.ts'
import { openPage } from './harness/openPage.ts'
import { recordRows, totalFound } from './harness/records.ts'
import { toast } from './harness/toast.ts'

const admin = { email: 'first@example.com', password: 'a long password' }
const panel = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Starts a server on an empty PostgreSQL database. */
async function startOnPostgres() {
  const postgres = await openPostgres()
  onTestFinished(postgres.close)
  const folder = await mkdtemp(join(scratchDir, 'coffer-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  const dataDir = join(folder, 'pb_data')
  const server = await startServer({ dataDir, database: await postgres.createDatabase(), threads: 'pool' })
  onTestFinished(server.stop)
  return { origin: `http://127.0.0.1:${server.port}`, dataDir, setupCode: server.setupCode, stop: server.stop }
}

async function signUp(page: Page) {
  await input(page, 'Email').fill(admin.email)
  await input(page, 'Password').fill(admin.password)
  await input(page, 'Password confirm').fill(admin.password)
  await button(page, 'Create and login').click()
  await page.getByRole('heading', { name: 'users' }).waitFor()
}

async function createTasks(page: Page) {
  const editor = await startCollection(page)
  await input(editor, 'Name').fill('tasks')
  await addField(page, editor, 'Plain text', 'title')
  await addField(page, editor, 'Number', 'effort')
  await addField(page, editor, 'Bool', 'done')
  await expectAccessible(page, 'layer')
  await editor.getByRole('button', { name: 'Create' }).click()
  await toast(page, 'Successfully created collection.').waitFor()
  await page.getByRole('heading', { name: 'tasks' }).waitFor()
}

async function createTask(page: Page, title: string, effort: string) {
  await button(page, 'New record').first().click()
  await input(panel(page), 'title').fill(title)
  await input(panel(page), 'effort').fill(effort)
  await button(page, 'Create').click()
  await toast(page, 'Successfully created record.').waitFor()
  await eventually(() => panel(page).count()).toBe(0)
}

test('an admin manages records, reads the log and creates a backup on PostgreSQL', { timeout: 180_000 }, async () => {
  const { page, go } = await openPage({ server: await startOnPostgres(), signedIn: false })
  await signUp(page)
  await createTasks(page)
  await createTask(page, 'Water the plants', '1.5')
  await createTask(page, 'Paint the fence', '8')
  await totalFound(page, 2).waitFor()
  await expectAccessible(page)

  await recordRows(page).filter({ hasText: 'Paint the fence' }).click()
  await input(panel(page), 'effort').fill('12')
  await input(panel(page), 'done').check()
  await button(page, 'Save changes').click()
  await toast(page, 'Successfully updated record.').waitFor()
  await eventually(() => panel(page).count()).toBe(0)

  await filterBar(page).fill('effort > 10 && done = true')
  await page.keyboard.press('Enter')
  await totalFound(page, 1).waitFor()
  await recordRows(page).filter({ hasText: 'Paint the fence' }).click()
  await panel(page).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await question(page, /delete the selected record/)
    .getByRole('button', { name: 'Delete record' })
    .click()
  await totalFound(page, 0).waitFor()
  await filterBar(page).fill('')
  await page.keyboard.press('Enter')
  await totalFound(page, 1).waitFor()

  await go('#/logs')
  await page.getByRole('checkbox', { name: 'Include requests by admins' }).check()
  // Entries are stored once no request has come for three seconds.
  const refreshAndCount = async () => {
    await button(page, 'Refresh').click()
    return page.getByRole('row').filter({ hasText: '/api/collections' }).count()
  }
  await expect.poll(refreshAndCount, { timeout: 40_000, interval: 4000 }).toBeGreaterThan(0)
  await expectAccessible(page)

  await go('#/settings/backups')
  await button(page, 'Initialize new backup').click()
  await input(panel(page), 'Backup name').fill('tasks.zip')
  await button(page, 'Start backup').click()
  await toast(page, 'Successfully generated new backup.').waitFor()
  await page.getByRole('list', { name: 'Backups' }).getByRole('listitem', { name: 'tasks.zip' }).waitFor()
  await expectAccessible(page)
})
