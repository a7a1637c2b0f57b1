import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { samplesDir } from '../test/harness/paths.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { input } from './harness/input.ts'
import { openPage, phone } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'
import { watchForms } from './harness/watchForms.ts'

/** Each test changes its own records. */
const server = shareServer()

const scratch = '#/collections?collectionId=mgscratch000001'
const users = '#/collections?collectionId=_pb_users_auth_'

const sample = (name: string) => join(samplesDir, 'files', name)
const field = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const preview = (page: Page, name: string) => page.getByRole('dialog', { name })
const upload = (files: Locator) => files.getByRole('button', { name: 'Upload new file' })
/** Names of a field's files, in order. */
const namesIn = (files: Locator) =>
  files
    .getByRole('button', { name: /^(Remove|Restore) / })
    .evaluateAll(buttons => buttons.map(({ ariaLabel }: { ariaLabel: string }) => ariaLabel.replace(/^\w+ /, '')))

async function choose(page: Page, files: Locator, ...paths: string[]) {
  const asked = page.waitForEvent('filechooser')
  await upload(files).click()
  await (await asked).setFiles(paths)
}

interface Given {
  name: string
  type?: string
  content?: string
}

/** Drags files over an element and drops them there, like a drag from another window. */
async function dragFiles(target: Locator, files: Given[], events: ('dragenter' | 'dragover' | 'drop')[]) {
  const transfer = await target.page().evaluateHandle(given => {
    const { DataTransfer, File } = globalThis as unknown as {
      DataTransfer: new () => { items: { add: (file: unknown) => void } }
      File: new (parts: string[], name: string, options: { type: string }) => unknown
    }
    const held = new DataTransfer()
    for (const { name, type = '', content = name } of given) held.items.add(new File([content], name, { type }))
    return held
  }, files)
  for (const event of events) await target.dispatchEvent(event, { dataTransfer: transfer })
}

test('M11.2 M11.4 files can be dropped only on a file field, and only accepted types up to the maximum are added', async () => {
  const { page, go } = await openPage({ server: server(), path: `${scratch}&recordId=scratch00000001`, ownContext: true })
  const files = field(page, 'f2')
  await input(page.getByRole('dialog'), 'u').waitFor()
  await page.waitForURL(/&sort=-created$/)
  const address = page.url()
  const note = { name: 'one.txt', type: 'text/plain' }
  await dragFiles(input(page.getByRole('dialog'), 'u'), [note], ['dragenter', 'dragover', 'drop'])
  expect(await files.getByRole('listitem').count()).toBe(0)
  const many = [note, { name: 'two.txt' }, { name: 'three.txt' }, { name: 'four.txt' }, { name: 'five.txt' }]
  await dragFiles(upload(files), many, ['dragenter', 'dragover'])
  await page.getByText('Drop to add the first 3 of 5 files').waitFor()
  await dragFiles(upload(files), many, ['drop'])
  await files.getByText('2 files were left out: this field holds at most 3 files.').waitFor()
  expect(await namesIn(files)).toEqual(['one.txt', 'two.txt', 'three.txt'])
  expect(await upload(files).isDisabled()).toBe(true)
  expect(page.url()).toBe(address)
  await expectAccessible(page, 'layer')
  await files.getByRole('button', { name: 'Remove two.txt' }).click()
  await eventually(() => files.getByText('were left out').count()).toBe(0)
  await eventually(() => hasFocus(upload(files))).toBe(true)

  page.once('dialog', dialog => dialog.accept())
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Yes' }).click()
  await go(`${users}&recordId=frank0000000001`)
  const avatar = field(page, 'avatar')
  const types = 'image/png, image/jpeg, image/gif, image/svg+xml, image/webp'
  // SVG images are text, too: the content distinguishes them from other text files.
  await choose(page, avatar, sample('note.txt'))
  await avatar.getByText(`"note.txt" mime type must be one of: ${types}.`).waitFor()
  await dragFiles(avatar, [{ name: 'unknown', content: '\0\x01' }], ['drop'])
  await avatar.getByText(`"unknown" mime type must be one of: ${types}.`).waitFor()
  expect(await namesIn(avatar)).toEqual([])
  await dragFiles(
    avatar,
    [{ name: 'shape.svg', type: 'image/svg+xml', content: '<svg xmlns="http://www.w3.org/2000/svg"/>' }],
    ['drop'],
  )
  await avatar.getByRole('button', { name: 'Remove shape.svg' }).click()
  await choose(page, avatar, sample('paper.pdf'))
  await avatar.getByText(`"paper.pdf" mime type must be one of: ${types}.`).waitFor()
  const large = 'Failed to upload "large.png" - the maximum allowed file size is 262144 bytes.'
  await dragFiles(avatar, [{ name: 'large.png', type: 'image/png', content: 'x'.repeat(262_145) }], ['drop'])
  await avatar.getByText(large).waitFor()
  expect(await avatar.getByText('paper.pdf').count()).toBe(0)
  await avatar.getByRole('button', { name: 'Dismiss' }).click()
  await eventually(() => avatar.locator('input[type=file]').getAttribute('accept')).toBe(types.replaceAll(' ', ''))

  // A save clears the earlier messages about the files.
  await choose(page, avatar, sample('paper.pdf'))
  await avatar.getByText('paper.pdf').waitFor()
  await input(page.getByRole('dialog'), 'name').fill('Frank')
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated record.').waitFor()
  await eventually(() => avatar.getByText('paper.pdf').count()).toBe(0)
})

test('M11.1–2 M11.5 a new file replaces the only file of a field, which can be restored until the save', async () => {
  const { page, client } = await openPage({ server: server(), path: `${scratch}&recordId=scratch00000019`, ownContext: true })
  const files = field(page, 'f1')
  const old = 'odd_name_1_t_UglxpuCXeF.PNG'
  const replace = files.getByRole('button', { name: 'Replace file' })
  const chooseNew = async (name: string) => {
    const asked = page.waitForEvent('filechooser')
    await replace.click()
    await (await asked).setFiles(sample(name))
  }
  await chooseNew('wide.png')
  await files.getByRole('deletion').getByText(old).waitFor()
  expect(await namesIn(files)).toEqual([old, 'wide.png'])
  expect(await hasFocus(replace)).toBe(true)
  await expectAccessible(page, 'layer')
  await files.getByRole('button', { name: `Restore ${old}` }).click()
  await eventually(() => namesIn(files)).toEqual([old])
  expect(await files.getByRole('deletion').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)

  await dragFiles(files, [{ name: 'one.txt' }, { name: 'two.txt' }], ['dragenter', 'dragover'])
  await page.getByText('Drop to replace the file with the first of 2 files').waitFor()
  await dragFiles(files, [{ name: 'one.txt' }, { name: 'two.txt' }], ['drop'])
  await files.getByText('1 file was left out: this field holds one file.').waitFor()
  await eventually(() => namesIn(files)).toEqual([old, 'one.txt'])
  await chooseNew('note.txt')
  await eventually(() => namesIn(files)).toEqual([old, 'note.txt'])
  const forms = await watchForms(page)
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated record.').waitFor()
  expect(forms.map(({ parts }) => parts)).toEqual([
    [
      [`f1.${old}`, ''],
      ['f1', 'note.txt'],
    ],
  ])
  await eventually(() => namesIn(files)).toEqual([expect.stringMatching(/^note_\w{10}\.txt$/)])
  expect((await client.collection('scratch').getOne('scratch00000019')).f1).toMatch(/^note_/)
})

test('M11.3 M11.5 new files are reordered by pointer, keys and menu, and are sent in that order', async () => {
  const { page, client } = await openPage({ server: server(), path: `${scratch}&recordId=scratch00000002`, ownContext: true })
  const files = field(page, 'f2')
  await choose(page, files, sample('wide.png'), sample('note.txt'), sample('table.csv'))
  const names = () => namesIn(files)
  await eventually(names).toEqual(['wide.png', 'note.txt', 'table.csv'])
  expect(await files.getByRole('listitem').first().textContent()).toContain('302 BNew')
  const thumb = files.getByRole('img', { name: 'wide.png' })
  await eventually(() => thumb.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBe(160)

  const handle = (name: string) => files.getByRole('button', { name: `Move ${name}`, exact: true })
  await handle('table.csv').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await eventually(names).toEqual(['wide.png', 'table.csv', 'note.txt'])
  expect(await hasFocus(handle('table.csv'))).toBe(true)
  await page.getByRole('status').getByText('table.csv is number 2 of 3.').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Move to the end' }).click()
  await eventually(names).toEqual(['wide.png', 'note.txt', 'table.csv'])

  await handle('wide.png').hover()
  const row = files.getByRole('listitem').filter({ hasText: 'note.txt' })
  await eventually(() => row.getAttribute('draggable')).toBe('true')
  const [from, to] = [await handle('wide.png').boundingBox(), await row.boundingBox()]
  if (from === null || to === null) throw new Error('The rows must be in view.')
  await page.mouse.down()
  await page.mouse.move(from.x + 10, from.y + 20)
  await page.mouse.move(to.x + 40, to.y + to.height - 6, { steps: 6 })
  await page.mouse.up()
  await eventually(names).toEqual(['note.txt', 'wide.png', 'table.csv'])
  expect(await page.getByRole('menu').count()).toBe(0)

  await files.getByRole('button', { name: 'Preview wide.png' }).click()
  await preview(page, 'wide.png').getByText('160 × 90').waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => preview(page, 'wide.png').count()).toBe(0)
  await files.getByRole('button', { name: 'Preview note.txt' }).click()
  await preview(page, 'note.txt').getByText('A plain note.').waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => preview(page, 'note.txt').count()).toBe(0)
  const forms = await watchForms(page)
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated record.').waitFor()
  expect(forms[0]?.parts).toEqual([
    ['f2', 'note.txt'],
    ['f2', 'wide.png'],
    ['f2', 'table.csv'],
  ])
  // Stored files are reordered too.
  await eventually(names).toEqual([/^note/, /^wide/, /^table/].map(name => expect.stringMatching(name)))
  const first = (await client.collection('scratch').getOne('scratch00000002')).f2[0]
  await handle(first).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Control+s')
  await eventually(async () => (await client.collection('scratch').getOne('scratch00000002')).f2[1]).toBe(first)
})

test('an upload shows its progress in bytes; after a cancel or a failure nothing has changed', async () => {
  const allowedErrors = [/ERR_(FAILED|CONNECTION)/]
  const path = `${scratch}&recordId=scratch00000009`
  const { page, client } = await openPage({ server: server(), path, viewport: phone, allowedErrors, ownContext: true })
  const stored = () => client.collection('scratch').getOne('scratch00000009')
  const panel = page.getByRole('dialog')
  await input(panel, 't').fill('typed before')
  const files = field(page, 'f1')
  const large = { name: 'large.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(3_000_000, 'x') }
  const asked = page.waitForEvent('filechooser')
  await upload(files).click()
  await (await asked).setFiles([large])
  await files.getByText('2.9 MB').waitFor()

  const session = await page.context().newCDPSession(page)
  const throttle = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput })
  await session.send('Network.enable')
  // The upload would take more than a minute, so that it does not end before it is canceled.
  await throttle(40_000)
  await page.keyboard.press('Control+s')
  await panel.getByText(/^[1-9][\d.]* [KM]B of 2\.9 MB$/).waitFor()
  await panel.getByRole('progressbar', { name: 'Upload' }).waitFor()
  // On a phone the progress has its own line, so it does not cover the buttons.
  const [progress, cancel] = [
    await panel.getByRole('progressbar').boundingBox(),
    await panel.getByRole('button', { name: 'Cancel', exact: true }).boundingBox(),
  ]
  expect((progress?.y ?? 0) + (progress?.height ?? 0)).toBeLessThan(cancel?.y ?? 0)
  await expectAccessible(page, 'layer')
  await panel.getByRole('button', { name: 'Cancel upload' }).click()
  await toast(page, 'Upload canceled. Nothing was saved.').waitFor()
  await eventually(() => hasFocus(panel.getByRole('button', { name: 'Save changes' }))).toBe(true)
  await throttle(-1)
  const isAsItWas = async () => {
    await eventually(() => panel.getByRole('progressbar').count()).toBe(0)
    expect(await input(panel, 't').inputValue()).toBe('typed before')
    await files.getByText('large.bin').waitFor()
    expect((await stored()).f1).toBe('')
  }
  await isAsItWas()

  await page.route('**/records/scratch00000009*', route =>
    route.request().method() === 'PATCH' ? route.abort('connectionreset') : route.fallback(),
  )
  await page.keyboard.press('Control+s')
  await panel.getByRole('alert').getByText('The connection was lost before the server responded.').waitFor()
  await isAsItWas()
  await page.unroute('**/records/scratch00000009*')
  await throttle(200_000)
  await page.keyboard.press('Control+s')
  const giveUp = panel.getByRole('button', { name: 'Cancel upload' })
  await giveUp.focus()
  await throttle(-1)
  await toast(page, 'Successfully updated record.').waitFor()
  // Focus leaves through the save button, which then has nothing left to save.
  await eventually(() => hasFocus(panel.getByRole('button', { name: 'Cancel', exact: true }))).toBe(true)
  expect(await stored()).toMatchObject({ t: 'typed before', f1: expect.stringMatching(/^large_\w{10}\.bin$/) })
})
