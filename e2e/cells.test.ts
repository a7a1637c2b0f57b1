import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { signToken } from '../test/harness/signToken.ts'
import { eventually } from './harness/eventually.ts'
import { holdCalls } from './harness/holdCalls.ts'
import { openPage } from './harness/openPage.ts'
import { recordCell, recordRow, totalFound } from './harness/records.ts'
import { shareServer } from './harness/shareServer.ts'
import { watchCalls } from './harness/watchCalls.ts'

const scratch = '#/collections?collectionId=mgscratch000001'

const full = 'cells0000000001'
const text = `${'long text '.repeat(20)}end`
const html = `<h1>Title</h1><p>${'rich text '.repeat(30)}</p><script>alert(1)</script>`
const json = JSON.stringify({ list: Array.from({ length: 300 }, (_, index) => index) })
const names = Array.from({ length: 12 }, (_, index) => `note_${index + 1}.txt`)
const related = Array.from({ length: 25 }, (_, index) => `cells${String(index + 101).padStart(10, '0')}`)

const literal = (value: unknown) => `'${String(typeof value === 'object' ? JSON.stringify(value) : value).replaceAll("'", "''")}'`

const longLabel = 'A title of a post that is far longer than the line which stands for its record in a cell'

const server = shareServer({
  prepare: [
    { sql: related.map(id => `INSERT INTO scratch (id, t) VALUES ('${id}', 'related')`).join(';') },
    {
      sql: `INSERT INTO scratch (id, t, n, b, e, u, d, s1, s2, f2, r1, rN, j, ed, created) VALUES ('${full}', ${literal(text)}, -1.5, TRUE,
        'a@b.example', 'https://example.com/path', '2024-02-29 23:59:59.999Z', 'c d', '["a","é"]', ${literal(names)},
        '${related[0]}', ${literal(related)}, ${literal(json)}, ${literal(html)}, '2027-07-01 12:00:00.000Z')`,
    },
    {
      sql: `UPDATE posts SET title = '${longLabel}' WHERE id = 'post00000000037';
      UPDATE posts SET related = '["post00000000037"]' WHERE id = 'post00000000038'`,
    },
  ],
})

test('M05.14 M05.16 a cell shows the value of each of the 11 field types, truncated to the length for its type', async () => {
  const { page } = await openPage({ server: server(), path: scratch })
  await totalFound(page, 46).waitFor()
  const textOf = async (column: string, id = full) => (await recordCell(page, id, column)).textContent()
  expect(await textOf('t')).toBe(`${text.slice(0, 150).trimEnd()}…`)
  expect(await textOf('n')).toBe('-1.5')
  expect(await textOf('b')).toBe('True')
  expect(await textOf('e')).toBe('a@b.example')
  expect(await textOf('d')).toBe('2024-02-29 23:59:59 UTC')
  expect(await textOf('s1')).toBe('c d')
  expect(await textOf('s2')).toBe('aé')
  expect(await textOf('r1')).toBe(related[0])
  expect(await textOf('j')).toBe(`${json.slice(0, 500)}…`)
  // The server sends an excerpt of 200 characters without markup, and the cell shows as much of it as fits.
  const rich = (await textOf('ed')) ?? ''
  expect(rich).toMatch(/^Title rich text/)
  expect(rich).not.toContain('alert')
  expect(rich.length).toBeGreaterThan(180)
  expect(rich.length).toBeLessThanOrEqual(196)

  const link = (await recordCell(page, full, 'u')).getByRole('link', { name: 'https://example.com/path' })
  expect(await link.getAttribute('href')).toBe('https://example.com/path')
  expect(await link.getAttribute('rel')).toMatch(/noopener/)
  const files = await recordCell(page, full, 'f2')
  expect(await files.getByRole('img').count()).toBe(10)
  expect(await files.textContent()).toMatch(/\+2/)
  const relations = await recordCell(page, full, 'rN')
  expect((await relations.textContent())?.match(/cells\d{10}/g)).toEqual(related.slice(0, 20))
  expect(await relations.textContent()).toMatch(/\+5/)
})

test('empty values read N/A, except numbers and booleans, which show 0 and False', async () => {
  const { page } = await openPage({ server: server(), path: `${scratch}&filter=id%3D%22scratch00000001%22` })
  await totalFound(page, 1).waitFor()
  for (const column of ['t', 'e', 'u', 'd', 's1', 's2', 'f1', 'f2', 'r1', 'rN', 'j', 'ed']) {
    expect(await (await recordCell(page, 'scratch00000001', column)).textContent(), column).toBe('N/A')
  }
  expect(await (await recordCell(page, 'scratch00000001', 'n')).textContent()).toBe('0')
  expect(await (await recordCell(page, 'scratch00000001', 'b')).textContent()).toBe('False')
})

test('JSON of every type and unusual texts are shown literally, and markup is not executed', async () => {
  const { page } = await openPage({ server: server(), path: `${scratch}&sort=id&filter=id%20~%20%22scratch%22` })
  await totalFound(page, 20).waitFor()
  const textOf = async (id: string, column: string) => (await recordCell(page, `scratch000000${id}`, column)).textContent()
  expect(await textOf('10', 'j')).toBe('text')
  expect(await textOf('11', 'j')).toBe('""')
  expect(await textOf('12', 'j')).toBe('true')
  expect(await textOf('13', 'j')).toBe('1.5')
  expect(await textOf('14', 'j')).toBe('[1,"a",null,[],{}]')
  expect(await textOf('15', 'j')).toBe('{"":"empty key","a":{"b":{"c":[1,2,{"d":"ü"}]}},"x.y":1}')
  expect(await textOf('16', 'j')).toBe('[1 2 3]')
  expect(await textOf('04', 't')).toBe(`<script>alert(1)</script> & "quoted" 'single' <b>`)
  expect(await textOf('04', 'ed')).toBe('Kept as is &')
  expect(await textOf('07', 'd')).toBe('0001-01-01 00:00:01 UTC')
  expect(await textOf('08', 'd')).toBe('9999-12-31 23:59:59 UTC')
})

test('M05.12 dates are shown in UTC, with the local time in a tooltip', async () => {
  const { page } = await openPage({ server: server(), path: scratch })
  await totalFound(page, 46).waitFor()
  const created = await recordCell(page, full, 'created')
  expect(await created.textContent()).toBe('2027-07-01 12:00:00 UTC')
  await created.getByRole('time').hover()
  await page.getByRole('tooltip').getByText('1 Jul 2027, 14:00:00 CEST').waitFor()
  await page.mouse.move(0, 0)
  await eventually(() => page.getByRole('tooltip').count()).toBe(0)
})

test('M05.13 dates of 19, 20, 23 and 24 characters are read as UTC', async () => {
  const { page, load } = await openPage({ server: server(), path: null })
  const forms = ['2026-01-02 03:04:05', '2026-01-02 03:04:05Z', '2026-01-02 03:04:05.678', '2026-01-02 03:04:05.678Z']
  await page.route('**/mgregistry00001/records**', async route => {
    const items = forms.map((created, index) => ({ id: `date0000000000${index}`, collectionId: 'mgregistry00001', created }))
    await route.fulfill({ json: { page: 1, perPage: 40, totalItems: 4, totalPages: 1, items } })
  })
  await load('#/collections?collectionId=mgregistry00001')
  await totalFound(page, 4).waitFor()
  for (const index of forms.keys()) {
    expect(await (await recordCell(page, `date0000000000${index}`, 'created')).textContent()).toBe('2026-01-02 03:04:05 UTC')
  }
})

test('M05.2 M05.17 auth records show whether they are verified, and an id can be copied with one press', async () => {
  const { page } = await openPage({ server: server(), path: '#/collections?collectionId=_pb_users_auth_' })
  await totalFound(page, 8).waitFor()
  const state = (id: string) => recordRow(page, id).getByRole('rowheader').getByRole('img')
  expect(await state('alice0000000001').getAttribute('aria-label')).toBe('Verified')
  expect(await state('erin00000000001').getAttribute('aria-label')).toBe('Unverified')

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = recordRow(page, 'alice0000000001').getByRole('status').getByText('Copied')
  // "Copied" is shown for only half a second, so the page itself notes it.
  await page.evaluate(`new MutationObserver((_, observer) => {
    if (document.querySelector('[data-id=alice0000000001] [role=status]')?.textContent !== 'Copied') return
    observer.disconnect()
    window.wasAnnounced = true
  }).observe(document.body, { childList: true, subtree: true, characterData: true })`)
  await page.getByRole('button', { name: 'Copy id alice0000000001' }).click()
  await eventually(() => page.evaluate('window.wasAnnounced')).toBe(true)
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('alice0000000001')
  await eventually(() => copied.count()).toBe(0)
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('M11.6–8 images are shown as 100x100 thumbs, other files as icons with their names', async () => {
  const { page, load } = await openPage({ server: server(), path: null, ownContext: true })
  const thumbs: string[] = []
  const folder = join(server().dataDir, 'storage/mgscratch000001/scratch00000019/thumbs_odd_name_1_t_UglxpuCXeF.PNG')
  rmSync(folder, { recursive: true, force: true })
  page.on('response', response => {
    if (response.url().includes('/api/files/mgscratch')) thumbs.push(`${response.status()} ${new URL(response.url()).search}`)
  })
  await load(`${scratch}&filter=id%3D%22scratch00000019%22`)
  await totalFound(page, 1).waitFor()
  const image = (await recordCell(page, 'scratch00000019', 'f1')).getByRole('img', { name: 'odd_name_1_t_UglxpuCXeF.PNG' })
  await eventually(() => image.evaluate((picture: { naturalWidth: number }) => picture.naturalWidth)).toBeGreaterThan(0)
  expect(thumbs).toEqual(['200 ?thumb=100x100'])
  expect(existsSync(folder)).toBe(true)
  const others = (await recordCell(page, 'scratch00000019', 'f2')).getByRole('img')
  expect(await others.count()).toBe(2)
  expect(await others.first().getAttribute('aria-label')).toBe('noextension_DkZZGPFpkM.txt')
})

test('M11.9–10 protected files wait for a token, which is requested once and cached', async () => {
  const { page, load } = await openPage({ server: server(), path: null })
  const calls = watchCalls(page)
  const held = await holdCalls(page, request => request.url().endsWith('/api/files/token'))
  await load('#/collections?collectionId=mgmedia00000001')
  await held.arrived
  await totalFound(page, 6).waitFor()
  held.release()
  const picture = (await recordCell(page, 'media0000000005', 'confidential')).getByRole('img').last()
  await eventually(() => picture.evaluate((image: { naturalWidth?: number }) => image.naturalWidth ?? 0)).toBeGreaterThan(0)
  const tokens = () => calls.filter(({ path }) => path === '/api/files/token')
  expect(tokens()).toHaveLength(1)
  await page.reload()
  await totalFound(page, 6).waitFor()
  await page.getByRole('link', { name: 'tags' }).click()
  await totalFound(page, 8).waitFor()
  expect(tokens()).toHaveLength(1)
})

test('M11.10 a file token that expires within 10 seconds is renewed', async () => {
  const { page, load } = await openPage({ server: server(), path: '#/collections?collectionId=mgtags000000001' })
  await totalFound(page, 8).waitFor()
  const calls = watchCalls(page)
  const tokens = () => calls.filter(({ path }) => path === '/api/files/token')
  for (const [exp, asked] of [
    [60, 0],
    [8, 1],
  ] as const) {
    const token = signToken(server().dataDir, 'file', 'admin', { exp: String(exp) })
    await page.evaluate(`localStorage.setItem('coffer.fileToken', '${token}')`)
    await load('#/collections?collectionId=mgmedia00000001')
    await totalFound(page, 6).waitFor()
    await eventually(() => tokens().length).toBe(asked)
  }
})

test('M11.11 a failed request for a file token is reported only in the console', async () => {
  const { page, load } = await openPage({ server: server(), path: null, allowedErrors: [/status of (403|500)/] })
  const warnings: string[] = []
  page.on('console', message => warnings.push(message.text()))
  await page.route('**/api/files/token', route => route.fulfill({ status: 500, json: { code: 500, message: 'No.', data: {} } }))
  await load('#/collections?collectionId=mgmedia00000001')
  await totalFound(page, 6).waitFor()
  await eventually(() => warnings.join()).toContain("Couldn't load the file token. Protected files are inaccessible.")
  const files = await recordCell(page, 'media0000000005', 'confidential')
  await files.getByRole('img', { name: 'square_1OLxttTx84.png' }).waitFor()
  expect(await page.getByRole('button', { name: 'Close notification' }).count()).toBe(0)
})

test('M05.11 the text of a related record is truncated at 70 characters', async () => {
  const post = 'post00000000038'
  const path = `#/collections?collectionId=mgposts00000001&filter=id%3D%22${post}%22`
  const { page } = await openPage({ server: server(), path })
  await totalFound(page, 1).waitFor()
  expect(await (await recordCell(page, post, 'related')).textContent()).toBe(`${longLabel.slice(0, 70)}…`)
})

test('the log attributes image requests of the dashboard to the admin', async () => {
  const { page, client } = await openPage({ path: '#/collections?collectionId=_pb_users_auth_' })
  await totalFound(page, 8).waitFor()
  const thumb = recordRow(page, 'alice0000000001').locator('img').first()
  await eventually(() => thumb.evaluate(image => (image as unknown as { naturalWidth: number }).naturalWidth)).toBeGreaterThan(0)
  // The address changes only with the file, so browsers can cache it.
  expect(await thumb.getAttribute('src')).not.toMatch(/token/)
  const requesters = async () => {
    const logs = await client.logs.getList(1, 200, { filter: 'message ~ "GET /api/files/" && created > "2026-11-20 12:00:00"' })
    return [...new Set(logs.items.map(({ data }) => data?.auth))]
  }
  await eventually(requesters).toEqual(['admin'])
})
