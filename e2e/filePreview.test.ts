import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { openPage } from './harness/openPage.ts'
import { recordCell, totalFound } from './harness/records.ts'
import { shareServer } from './harness/shareServer.ts'

const server = shareServer()

const scratch = '#/collections?collectionId=mgscratch000001'
const posts = '#/collections?collectionId=mgposts00000001'
const media = '#/collections?collectionId=mgmedia00000001'

const field = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const preview = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

test('M11.12–13 a thumb in the table opens the file over the page, with the other files of its record', async () => {
  const { page } = await openPage({ server: server(), path: `${posts}&filter=id%3D%22post00000000001%22` })
  await totalFound(page, 1).waitFor()
  await (await recordCell(page, 'post00000000001', 'cover')).getByRole('button').click()
  const photo = preview(page, /^photo_.*jpg$/)
  await photo.getByText('1 of 5 · cover · 120 × 80').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(1)
  const address = await photo.getByRole('link', { name: 'Open in new tab' }).getAttribute('href')
  expect(address).toMatch(/\/api\/files\/mgposts00000001\/post00000000001\/photo_/)
  expect(await photo.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(`${address}?download=true`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await photo.getByRole('button', { name: 'Copy address' }).click()
  await eventually(() => page.evaluate('navigator.clipboard.readText()')).toBe(address)
  await expectAccessible(page, 'layer')

  await page.keyboard.press('ArrowRight')
  const paper = preview(page, /^paper_.*pdf$/)
  // Headless browsers have no built-in viewer for these files.
  const hasViewer = await page.evaluate<boolean>('navigator.pdfViewerEnabled')
  await (hasViewer ? paper.locator('iframe[title^="paper_"]') : paper.getByText('Cannot preview the file.')).waitFor()
  const closing = page.getByRole('button', { name: 'Close preview' })
  expect(await closing.count()).toBe(1)
  await page.keyboard.press('ArrowRight')
  const note = preview(page, /^note_.*txt$/)
  await note.getByText('A plain note.').waitFor()
  expect(await closing.count()).toBe(0)
  await expectAccessible(page, 'layer')
  await note.getByRole('button', { name: 'Next file' }).click()
  const bundle = preview(page, /^bundle_.*zip$/)
  await bundle.getByText('Cannot preview the file.', { exact: true }).waitFor()
  const saved = page.waitForEvent('download')
  await bundle.getByRole('link', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^bundle_.*zip$/)
  await page.keyboard.press('ArrowRight')
  await preview(page, /^table_.*csv$/)
    .getByText('5 of 5')
    .waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await bundle.getByText('4 of 5').waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
  const opener = (await recordCell(page, 'post00000000001', 'cover')).getByRole('button')
  expect(await hasFocus(opener)).toBe(true)

  // The PDF viewer handles Escape itself.
  await page.keyboard.press('Enter')
  await photo.waitFor()
  await page.keyboard.press('ArrowRight')
  await closing.click()
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
})

test('M11.9 M11.12 a protected file is previewed with a token in its address', async () => {
  const path = `${media}&filter=id%3D%22media0000000002%22`
  const { page } = await openPage({ server: server(), path })
  await totalFound(page, 1).waitFor()
  const cell = await recordCell(page, 'media0000000002', 'confidential')
  await cell.getByRole('button').first().click()
  const photo = preview(page, /^photo_HZ19aaQC4a/)
  await photo.getByText('120 × 80').waitFor()
  expect(await photo.getByRole('link', { name: 'Open in new tab' }).getAttribute('href')).toMatch(/\?token=/)
  await photo.getByRole('button', { name: /Copy address \(it works for a short time only\)/ }).waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
})

/** Returns a WAV file of silence. */
function silence(seconds: number): Buffer<ArrayBuffer> {
  const samples = Buffer.alloc(8000 * seconds, 128)
  const header = Buffer.alloc(44)
  header.write('RIFF____WAVEfmt ')
  for (const [at, value] of [
    [4, 36 + samples.length],
    [16, 16],
    [24, 8000],
    [28, 8000],
    [40, samples.length],
  ] as const)
    header.writeUInt32LE(value, at)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    header.writeUInt16LE(value, at)
  header.write('data', 36)
  return Buffer.concat([header, samples])
}

const durationIn = (shown: Locator) => shown.locator('audio').evaluate((sound: { duration: number }) => sound.duration)

test('M11.12–13 audio is previewed, and files that cannot be displayed show that they have no preview', async () => {
  const { page, client, load } = await openPage({ server: server(), path: null })
  const form = new FormData()
  form.append('f2', new File([silence(2)], 'tone.wav'))
  form.append('f2', new File(['no film'], 'film.mp4'))
  form.append('f2', new File(['<h1>no PDF</h1>'], 'page.pdf'))
  await client.collection('scratch').update('scratch00000003', form)
  await load(`${scratch}&recordId=scratch00000003`)
  const files = field(page, 'f2')
  await files.getByRole('button', { name: /^Preview tone/ }).click()
  const tone = preview(page, /^tone_/)
  await eventually(() => durationIn(tone)).toBe(2)
  await expectAccessible(page, 'layer')
  await page.keyboard.press('ArrowRight')
  await preview(page, /^film_/)
    .getByText('Cannot preview the file.', { exact: true })
    .waitFor()
  await page.keyboard.press('ArrowRight')
  await preview(page, /^page_/)
    .getByText('Cannot preview the file.', { exact: true })
    .waitFor()
  await expectAccessible(page, 'layer')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Edit scratch record' }).waitFor()
})

test('M11.12–13 a new file is previewed from the local disk before it is uploaded', async () => {
  const { page } = await openPage({ server: server(), path: `${scratch}&recordId=scratch00000003`, ownContext: true })
  const single = field(page, 'f1')
  const chooseNew = (name: string, mimeType: string, buffer: Buffer) =>
    single.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  await chooseNew('fresh.wav', 'audio/wav', silence(3))
  await single.getByRole('button', { name: 'Preview fresh.wav' }).click()
  await eventually(() => durationIn(preview(page, 'fresh.wav'))).toBe(3)
  expect(await preview(page, 'fresh.wav').getByRole('link').count()).toBe(0)
  await page.keyboard.press('Escape')
  await single.getByRole('button', { name: 'Remove fresh.wav' }).click()
  await chooseNew('page.pdf', 'text/html', Buffer.from('<h1>no PDF</h1>'))
  await single.getByRole('button', { name: 'Preview page.pdf' }).click()
  await preview(page, 'page.pdf').getByText('Cannot preview the file.', { exact: true }).waitFor()
})
