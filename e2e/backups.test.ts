import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { makeArchive } from '../test/api/backups/openBackups.ts'
import { sampleDir } from '../test/harness/copySample.ts'
import { openS3 } from '../test/harness/openS3.ts'
import { isPostgresRun } from '../test/harness/postgres/testDatabases.ts'
import { scratchDir } from '../test/harness/scratchDir.ts'
import { question } from './harness/collectionEditor.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { holdCalls } from './harness/holdCalls.ts'
import { input } from './harness/input.ts'
import { openPage, phone } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'
import { watchCalls } from './harness/watchCalls.ts'

const path = '#/settings/backups'

/** For tests that create backups of their own; the others change the list as a whole. */
const server = shareServer()

/** A `logs.db` that looks valid until a server opens it. */
async function logsThatCannotOpen(): Promise<Buffer> {
  const folder = await mkdtemp(join(scratchDir, 'coffer-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'logs.db')
  {
    using logs = new DatabaseSync(file)
    // The index has the name of a table that the server creates.
    logs.exec(`CREATE TABLE _logs (id, level, message, data, created, updated);
      CREATE INDEX _coffer_log_hours ON _logs (created)`)
  }
  return readFile(file)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const row = (page: Page, name: string) => page.getByRole('list', { name: 'Backups' }).getByRole('listitem', { name })
const begin = 'Initialize new backup'
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

test('M36.1–4 M36.7–11 M36.14 M36.28 a backup is created with a given or a generated name, which must be new', async () => {
  const { page, client, load } = await openPage({ server: server(), path: null, allowedErrors: [/status of 400/] })
  await client.backups.delete('magazine_backup.zip')
  const held = await holdCalls(page, request => request.url().endsWith('/api/backups'))
  await load(path)
  await page.getByRole('status', { name: 'Loading backups...' }).waitFor()
  expect(await button(page, begin).isDisabled()).toBe(true)
  held.release()
  await page.getByText('No backups yet.').waitFor()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/^Settings\s*\/\s*Backups$/)
  await page.getByRole('heading', { name: 'Backup and restore your data' }).waitFor()

  await button(page, begin).click()
  const create = dialog(page, begin)
  await create.getByText(/writes may have to wait/).waitFor()
  await create.getByText(/S3 storage are not included/).waitFor()
  await expectAccessible(page, 'layer')
  await input(create, 'Backup name').fill('My Backup.zip')
  await button(page, 'Start backup').click()
  await create.getByText(/Use lowercase letters/).waitFor()
  await input(create, 'Backup name').fill('mine.zip')
  await button(page, 'Start backup').click()
  await toast(page, 'Successfully generated new backup.').waitFor()
  await row(page, 'mine.zip')
    .getByText(/\d KB|\d MB/)
    .waitFor()
  // The name of the last backup is not suggested again, because it is taken.
  await button(page, begin).click()
  expect(await input(create, 'Backup name').inputValue()).toBe('')
  await input(create, 'Backup name').fill('mine.zip')
  await button(page, 'Start backup').click()
  await create.getByText('The backup file name is invalid or already exists.').waitFor()
  await input(create, 'Backup name').fill('')
  await button(page, 'Start backup').click()
  await row(page, 'pb_backup_small_magazine_').waitFor()
  // The newest backup is first.
  const names = () =>
    page
      .getByRole('list', { name: 'Backups' })
      .getByRole('listitem')
      .evaluateAll(rows => rows.length)
  expect(await names()).toBe(2)
  await expectAccessible(page)
})

test('M36.5 M36.7 M36.15–16 M36.20 M36.22–23 M36.28 a backup is downloaded, deleted and uploaded again', async () => {
  const { page, client, load } = await openPage({ server: server(), path: null, allowedErrors: [/status of 400/] })
  await client.backups.create('copied.zip')
  await load(path)
  const calls = watchCalls(page)
  const started = page.waitForEvent('download')
  await row(page, 'copied.zip')
    .getByRole('button', { name: /^Download/ })
    .click()
  const file = await started
  expect(file.suggestedFilename()).toBe('copied.zip')
  const buffer = await readFile(await file.path())
  expect(buffer.subarray(0, 2).toString()).toBe('PK')
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toContain('POST /api/files/token')

  await row(page, 'copied.zip')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await question(page, 'Do you really want to delete copied.zip?').getByRole('button', { name: 'Delete backup' }).click()
  await toast(page, 'Successfully deleted copied.zip.').waitFor()
  await eventually(() => row(page, 'copied.zip').count()).toBe(0)
  const picker = page.getByLabel('Backup file')
  expect(await picker.getAttribute('accept')).toBe('application/zip')
  await picker.setInputFiles({ name: 'notes.zip', mimeType: 'application/zip', buffer: Buffer.from('no archive') })
  await toast(page, /mime type must be one of: application\/zip/).waitFor()
  await picker.setInputFiles({ name: 'copied.zip', mimeType: 'application/zip', buffer })
  await toast(page, 'Successfully uploaded a new backup.').waitFor()
})

test('M36.24–26 M36.28 a backup is restored once its name is typed, and the page reloads', async () => {
  const { page, client, load } = await openPage({ server: server(), path: null, allowedErrors: [/Failed to load/] })
  await client.backups.create('earlier.zip')
  const tag = await client.collection('tags').create({ name: 'Later', kind: 'topic' })
  await load(path)
  await row(page, 'earlier.zip')
    .getByRole('button', { name: /^Restore/ })
    .click()
  const restore = dialog(page, 'Restore earlier.zip')
  await restore.getByText(/works only on UNIX-like systems/).waitFor()
  await expectAccessible(page, 'layer')
  const confirm = restore.getByRole('button', { name: 'Restore backup' })
  expect(await confirm.isDisabled()).toBe(true)
  await input(restore, 'Backup name').fill('earlier.zip')
  await restore.getByRole('button', { name: 'Cancel' }).click()
  await row(page, 'earlier.zip')
    .getByRole('button', { name: /^Restore/ })
    .click()
  expect(await input(restore, 'Backup name').inputValue()).toBe('')
  await input(restore, 'Backup name').fill('earlier.zi')
  await eventually(() => confirm.isDisabled()).toBe(true)
  await input(restore, 'Backup name').fill('earlier.zip')
  const reloaded = page.waitForEvent('load', { timeout: 50_000 })
  await confirm.click()
  await reloaded
  await row(page, 'earlier.zip').waitFor()
  await expect(client.collection('tags').getOne(tag.id)).rejects.toMatchObject({ status: 404 })
  expect((await client.collection('tags').getList(1, 1)).totalItems).toBe(8)
})

test('M36.5–6 M36.9 M36.12–13 M36.17–19 M36.21 M36.27 a long-running backup or restore continues after its dialog closes, and cannot be started twice', async () => {
  const { page } = await openPage({ path, allowedErrors: [/status of (400|500)/] })
  const calls = watchCalls(page)
  const lists = () => calls.filter(({ method, path }) => method === 'GET' && path === '/api/backups').length
  const held = await holdCalls(page, request => request.method() === 'POST' && request.url().endsWith('/api/backups'))
  await button(page, begin).click()
  await button(page, 'Start backup').click()
  await toast(page, /may take a while to complete. You can come back later./).waitFor()
  await eventually(() => dialog(page, begin).count()).toBe(0)
  await button(page, begin).click()
  await button(page, 'Start backup')
    .click({ force: true })
    .catch(() => {})
  await input(dialog(page, begin), 'Backup name').press('Enter')
  await toast(page, 'A backup has already been started, please wait.').waitFor()
  await page.keyboard.press('Escape')
  held.release()
  await toast(page, 'Successfully generated new backup.').waitFor()

  const busy = { json: { code: 200, message: '', data: { canBackup: false } } }
  await page.route('**/api/health', route => route.fulfill(busy))
  const working = button(page, 'Backup/restore operation is in process')
  await working.waitFor()
  expect(await working.isDisabled()).toBe(true)
  // Playwright considers transparent text visible.
  const opacity = await working
    .getByText('Backup/restore operation is in process')
    .evaluate((text: { computedStyleMap: () => { get: (property: string) => { value: number } } }) => {
      return text.computedStyleMap().get('opacity').value
    })
  expect(opacity).toBe(1)
  const before = lists()
  await page.unroute('**/api/health')
  await button(page, begin).waitFor()
  await eventually(lists).toBeGreaterThan(before)

  const slow = await holdCalls(page, request => request.url().includes('/api/backups/upload'))
  const archive = (name: string) => ({ name, mimeType: 'application/zip', buffer: Buffer.from('PK') })
  await page.getByLabel('Backup file').setInputFiles(archive('one.zip'))
  await slow.arrived
  await page.getByLabel('Backup file').setInputFiles(archive('two.zip'))
  await eventually(() => button(page, 'Upload backup').isDisabled()).toBe(true)
  // The request for the state of the server may be canceled as well.
  const canceled = page.waitForEvent('requestfailed', request => /\/api\/backups\/upload\b/.test(request.url()))
  await page.getByRole('link', { name: 'Application' }).click()
  await canceled
  expect(calls.filter(({ path }) => path === '/api/backups/upload')).toHaveLength(1)
  slow.release()

  await page.getByRole('link', { name: 'Backups' }).click()
  const response = { status: 400, json: { code: 400, message: 'Missing or invalid backup file.', data: {} } }
  await page.route('**/restore', route => route.fulfill(response))
  const made = page.getByRole('listitem', { name: /^pb_backup_/ })
  const name = (await made.getAttribute('aria-label')) ?? ''
  await made.getByRole('button', { name: /^Restore/ }).click()
  await input(page.getByRole('dialog'), 'Backup name').fill(name)
  await page.getByRole('button', { name: 'Restore backup' }).click()
  await toast(page, 'Missing or invalid backup file.').waitFor()
})

test('M36.13 closing the dialog while a backup starts reports that the backup continues', async () => {
  const { page } = await openPage({ path, ownContext: true, allowedErrors: [/status of 400/] })
  await page.clock.install()
  const held = await holdCalls(page, request => request.method() === 'POST' && request.url().endsWith('/api/backups'))
  await button(page, begin).click()
  const create = dialog(page, begin)
  await create.getByRole('button', { name: 'Cancel' }).waitFor()
  // The dialog closes automatically after a while; the paused clock prevents that here.
  await page.clock.pauseAt(Date.now() + 60_000)
  await button(page, 'Start backup').click()
  await create.getByText(/It continues in the background if you close this dialog/).waitFor()
  // The spinner is on the same line as its text.
  const offset = await page.evaluate<number>(`(() => {
    const [spinner, text] = document.querySelector('[role=dialog] [role=status]').childNodes
    const range = document.createRange()
    range.selectNode(text)
    const middle = ({ top, height }) => top + height / 2
    return Math.abs(middle(spinner.getBoundingClientRect()) - middle(range.getClientRects()[0]))
  })()`)
  expect(offset).toBeLessThan(1.5)
  await create.getByRole('button', { name: 'Close', exact: true }).last().click()
  await toast(page, 'The backup was started but may take a while to complete. You can come back later.').waitFor()
  await page.clock.resume()
  held.release()
  await toast(page, 'Successfully generated new backup.').waitFor()
  await page.getByRole('listitem', { name: /^pb_backup_/ }).waitFor()

  // An invalid name is reported even after the dialog has closed.
  const slow = await holdCalls(page, request => request.method() === 'POST' && request.url().endsWith('/api/backups'))
  await button(page, begin).click()
  await input(create, 'Backup name').fill('magazine_backup.zip')
  await button(page, 'Start backup').click()
  await eventually(() => create.count()).toBe(0)
  slow.release()
  await toast(page, /The backup file name is invalid or already exists/).waitFor()
})

test('a long list of backups shows only whole rows, and the button for a new backup needs no scrolling', async () => {
  const { page, dataDir, load } = await openPage({ path: null })
  const archive = await readFile(join(dataDir, 'backups', 'magazine_backup.zip'))
  const names = Array.from({ length: 20 }, (_, index) => `copy_${index + 10}.zip`)
  await Promise.all(names.map(name => writeFile(join(dataDir, 'backups', name), archive)))
  await load(path)
  await row(page, 'copy_29.zip').waitFor()
  const hidden = await page
    .getByRole('list', { name: 'Backups' })
    .evaluate((list: { scrollHeight: number; clientHeight: number }) => list.scrollHeight - list.clientHeight)
  expect(hidden).toBe(0)
  const place = await button(page, begin).boundingBox()
  expect(place?.y).toBeLessThan(200)
})

test('a bucket that cannot be read explains why no backups are listed', async () => {
  const storage = await openS3('magazine')
  try {
    const { page } = await openPage({ path, allowedErrors: [/status of 400/] })
    await row(page, 'magazine_backup.zip').waitFor()
    await button(page, 'Backups options').click()
    const s3 = page.getByRole('switch', { name: 'Store backups in S3 storage' })
    await s3.check()
    await input(page, 'Endpoint').fill(String(storage.settings('magazine').endpoint))
    await input(page, 'Bucket').fill('missing')
    await input(page, 'Region').fill('us-east-1')
    await input(page, 'Access key').fill('S3RVER')
    await input(page, 'Secret').fill('S3RVER')
    await page.getByRole('switch', { name: /^Force path-style/ }).check()
    await button(page, 'Save changes').click()
    const reason = /^Failed to retrieve backup items: NoSuchBucket: .+\. If backups are stored in S3, check the connection/
    await page.getByText(reason).waitFor()
    expect(await row(page, 'magazine_backup.zip').count()).toBe(0)
    await expectAccessible(page)

    await input(page, 'Bucket').fill('magazine')
    await button(page, 'Save changes').click()
    await page.getByText('No backups yet.').waitFor()
    expect(await page.getByText(reason).count()).toBe(0)
  } finally {
    await storage.close()
  }
})

test('the dialog that restores a backup with a long name fits on a phone', async () => {
  const { page, client, load } = await openPage({ server: server(), path: null, viewport: phone })
  const longName = 'pb_backup_the_small_magazine_20261122172831.zip'
  await client.backups.create(longName)
  await load(path)
  await row(page, longName)
    .getByRole('button', { name: /^Restore/ })
    .click()
  const right = (name: string) =>
    button(page, name).evaluate(
      (element: { getBoundingClientRect: () => { right: number } }) => element.getBoundingClientRect().right,
    )
  expect(await right('Restore backup')).toBeLessThan(phone.width)
  expect(await right('Close')).toBeLessThan(phone.width)
})

test('M37.1–12 automatic backups can be configured: their schedule, their number and their storage', async () => {
  const { page, client } = await openPage({ path, viewport: phone, allowedErrors: [/status of 400/] })
  const open = button(page, 'Backups options')
  await open.click()
  await eventually(() => open.getAttribute('aria-expanded')).toBe('true')
  const save = button(page, 'Save changes')
  expect(await save.isDisabled()).toBe(true)
  await page.getByRole('switch', { name: 'Enable auto backups' }).check()
  const cron = input(page, 'Cron expression')
  expect(await cron.inputValue()).toBe('0 0 * * *')
  expect(await cron.getAttribute('placeholder')).toBe('* * * * *')
  await page.getByText(/Next: \d{4}-\d\d-\d\d 00:00 UTC/).waitFor()
  await button(page, 'Presets').click()
  await eventually(() => page.getByRole('menuitem').allInnerTexts()).toHaveLength(4)
  await page.getByRole('menuitem', { name: /Mon and Wed/ }).click()
  await eventually(() => cron.inputValue()).toBe('0 0 * * 1,3')
  await cron.fill('')
  await page.getByText('Cannot be blank.').waitFor()
  await cron.fill('61 * * * *')
  await save.click()
  await page.getByText(/must be between the min and max of the segment/).waitFor()
  await cron.fill('*/15 1-5 * * 1,2')
  await input(page, 'Max @auto backups to keep').fill('0')
  await save.click()
  await page.getByText('Must be greater than 0.').waitFor()
  await input(page, 'Max @auto backups to keep').fill('7')
  await page.getByRole('switch', { name: 'Store backups in S3 storage' }).check()
  await input(page, 'Endpoint').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('switch', { name: 'Store backups in S3 storage' }).uncheck()
  const calls = watchCalls(page)
  await save.click()
  await toast(page, 'Successfully saved backups options.').waitFor()
  expect((await client.settings.getAll()).backups).toMatchObject({ cron: '*/15 1-5 * * 1,2', cronMaxKeep: 7 })
  await eventually(() => calls.filter(({ method }) => method === 'GET').map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/api/settings', '/api/backups']),
  )
  await page.getByRole('switch', { name: 'Enable auto backups' }).uncheck()
  await eventually(() => cron.count()).toBe(0)
  await button(page, 'Reset').click()
  await eventually(() => cron.inputValue()).toBe('*/15 1-5 * * 1,2')
  await page.getByRole('switch', { name: 'Enable auto backups' }).uncheck()
  await save.click()
  await eventually(async () => (await client.settings.getAll()).backups.cron).toBe('')
})

// On PostgreSQL the entries of any log can be copied.
test.skipIf(isPostgresRun())(
  'a backup that cannot be restored shows the reason at once and to the other admins, and the data does not change',
  async () => {
    const { page, client } = await openPage({ threads: 'pool', path, allowedErrors: [/status of 400/] })
    const fresh = sampleDir('fresh')
    const data = await readFile(join(fresh, 'data.db'))
    const upload = async (name: string, files: Record<string, Buffer>) => {
      await page
        .getByLabel('Backup file')
        .setInputFiles({ name, mimeType: 'application/zip', buffer: Buffer.from(await makeArchive(files)) })
      await row(page, name).waitFor()
    }
    const restore = async (name: string) => {
      await row(page, name)
        .getByRole('button', { name: /^Restore/ })
        .click()
      await input(dialog(page, `Restore ${name}`), 'Backup name').fill(name)
      await button(page, 'Restore backup').click()
    }
    const failure = (name: string) => page.getByRole('alert').filter({ hasText: `Couldn't restore ${name}` })

    // The archive of another program: the server rejects it before it responds.
    await upload('notes.zip', { 'data.db': await readFile(join(fresh, 'logs.db')) })
    await restore('notes.zip')
    const reason = /The data.db in the archive (isn't a database of Coffer|was written by PocketBase 0.23)/
    await toast(page, reason).waitFor()
    await button(page, 'Cancel').click()
    await failure('notes.zip').getByText(reason).waitFor()
    await failure('notes.zip').getByText('The data is unchanged.').waitFor()
    await expectAccessible(page)

    // The archive has a log database that cannot be opened, which the server finds only after it has responded.
    await upload('odd.zip', { 'data.db': data, 'logs.db': await logsThatCannotOpen() })
    const reloaded = page.waitForEvent('load', { timeout: 50_000 })
    await restore('odd.zip')
    await reloaded
    await failure('odd.zip')
      .getByText(/already an index named _coffer_log_hours/)
      .waitFor()
    expect((await client.collection('tags').getList(1, 1)).totalItems).toBe(8)
  },
)
