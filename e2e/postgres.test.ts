import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { isDatabaseFile } from '../packages/server/dataDirectory/move/DatabaseFiles.ts'
import { copySample } from '../test/harness/copySample.ts'
import { openPostgres } from '../test/harness/openPostgres.ts'
import { copyToDatabase } from '../test/harness/postgres/testDatabases.ts'
import { scratchDir } from '../test/harness/scratchDir.ts'
import { startServer } from '../test/harness/startServer.ts'
import { question, startCollection, unlockViewRule } from './harness/collectionEditor.ts'
import { addField } from './harness/collectionFields.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { filterBar } from './harness/filterBar.ts'
import { input } from './harness/input.ts'
import { type OpenedPage, openPage } from './harness/openPage.ts'
import { recordRows, totalFound } from './harness/records.ts'
import { rewrite } from './harness/rewrite.ts'
import { startSample, waitForReader } from './harness/startSample.ts'
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

/** Starts a server on the magazine in a PostgreSQL database, and returns its origin. */
async function startMagazineOnPostgres(): Promise<string> {
  const postgres = await openPostgres()
  onTestFinished(postgres.close)
  const { dataDir, remove } = await copySample('magazine', [], 'sqlite')
  onTestFinished(remove)
  const database = await postgres.createDatabase()
  await copyToDatabase(dataDir, database)
  for (const file of await readdir(dataDir)) if (isDatabaseFile(file)) await rm(join(dataDir, file))
  const server = await startServer({ dataDir, database, threads: 'pool' })
  onTestFinished(server.stop)
  const origin = `http://127.0.0.1:${server.port}`
  await waitForReader(origin)
  return origin
}

const [alice, bob] = ['_pb_users_auth_/alice0000000001', '_pb_users_auth_/bob000000000001'] as const

/** Returns what the screen Access shows of guests and of a user, and the records behind one of its numbers. */
async function readExposure({ page, load }: OpenedPage) {
  const cells = () => page.getByRole('region', { name: 'Access by collection' }).getByRole('button').allTextContents()
  await load('#/access')
  const cell = page.getByRole('button', { name: 'List posts: 27 of 40' })
  await cell.waitFor()
  const ofGuests = await cells()
  await cell.click()
  await panel(page).getByText('27 in total').waitFor()
  const listed = await panel(page).getByRole('region', { name: 'List', exact: true }).getByRole('listitem').allTextContents()
  await load(`#/access?${new URLSearchParams({ persona: alice })}`)
  await button(page, 'List posts: All 40').waitFor()
  return { ofGuests, listed: listed.sort(), ofAlice: await cells() }
}

/** Returns the explanation of a request: the response, the rule with its values, and what would change the result. */
async function readExplanation({ page, load }: OpenedPage, request: Record<string, string>, data?: object) {
  await load(`#/access?${new URLSearchParams(request)}`)
  if (data) {
    await panel(page).getByRole('textbox', { name: 'Data' }).fill(JSON.stringify(data))
    await panel(page).getByRole('button', { name: 'Explain', exact: true }).click()
  }
  const verdict = panel(page)
    .getByRole('status')
    .filter({ hasText: /Allowed|Rejected/ })
  await verdict.waitFor()
  // The explanation is beside the verdict, so that screen readers announce only the verdict.
  return verdict.locator('..').textContent()
}

/** Returns what an edited rule of the collection `secrets` opens, in words, and the users who gain records. */
async function readComparison({ page, load }: OpenedPage) {
  await load('#/collections?collectionId=mgsecrets000001&panel=edit')
  const editor = await unlockViewRule(page)
  const opened = await editor.getByText('2 records become visible to everyone.').locator('..').textContent()
  await rewrite(input(editor, 'View rule'), '@request.auth.id != "" && id = "secret000000001"')
  await editor.getByText('11 of the users gain 11 records in total.').waitFor()
  const named = editor.getByText('Users:').locator('..')
  await button(page, 'Show all 11').click()
  return { opened, gaining: (await named.getByRole('link').allTextContents()).sort() }
}

test('Access shows the same exposure, explanations and comparisons of rules on PostgreSQL as on SQLite', async () => {
  const sqlite = await startSample({ threads: 'pool' })
  onTestFinished(sqlite.stop)
  const unapproved = { explain: 'view', collectionId: 'mgcomments00001', recordId: 'comment00000004', persona: bob }
  const media = { explain: 'view', collectionId: 'mgmedia00000001', recordId: 'media0000000004' }
  const creation = { explain: 'create', collectionId: 'mgcomments00001', persona: alice }
  const comment = { id: 'comment00000999', post: 'post00000000001', author: 'alice0000000001', body: 'Hello' }
  const readAll = async (origin: string) => {
    // The databases have the same admins and secrets, so a token of one is valid for the other.
    const opened = await openPage({ server: { ...sqlite, origin }, path: null })
    return {
      exposure: await readExposure(opened),
      comment: await readExplanation(opened, unapproved),
      media: await readExplanation(opened, media),
      created: await readExplanation(opened, creation, comment),
      rejected: await readExplanation(opened, creation, { ...comment, approved: true }),
      comparison: await readComparison(opened),
      comments: (await opened.client.collection('comments').getList(1, 1)).totalItems,
    }
  }
  const expected = await readAll(sqlite.origin)
  expect(expected.comment).toContain('Rejected with 404')
  expect(expected.media).toContain('Set public of the record to true.')
  expect([expected.created, expected.rejected]).toEqual([
    expect.stringContaining('Allowed with 200'),
    expect.stringContaining('Rejected with 400'),
  ])
  expect(expected.comparison.gaining).toHaveLength(11)
  expect(await readAll(await startMagazineOnPostgres())).toEqual(expected)
}, 180_000)
