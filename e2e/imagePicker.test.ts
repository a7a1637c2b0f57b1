import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { filterBar, typedText } from './harness/filterBar.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { input } from './harness/input.ts'
import { openPage, phone } from './harness/openPage.ts'
import { chooseFrom, richText, richTools, tool } from './harness/richText.ts'
import { shareServer } from './harness/shareServer.ts'
import { type Call, watchCalls } from './harness/watchCalls.ts'

const many = Array.from({ length: 60 }, (_, index) => index)

/** Each test changes its own records. */
const server = shareServer({
  prepare: [
    {
      sql: many
        .map(
          index =>
            `INSERT INTO clients (id, username, email, tokenKey, passwordHash, logo, created) VALUES ('many${String(index).padStart(11, '0')}',
              'many${index}', 'many${index}@example.com', 'key${index}', 'x', 'logo${index}.png', '2030-01-01 00:00:00.${index + 100}Z')`,
        )
        .join(';'),
    },
  ],
})

const body = (id: string) => `#/collections?collectionId=mgposts00000001&recordId=${id}`
const bio = (id: string) => `#/collections?collectionId=mgauthors000001&recordId=${id}`
const panel = (page: Page) => page.getByRole('dialog', { name: /^(Edit|New) .* record$/ })
const picker = (page: Page) => page.getByRole('dialog', { name: 'Select an image' })
const images = (page: Page) => picker(page).getByRole('radio')
const lists = (calls: Call[]) => calls.filter(({ query }) => query.perPage === '50')

async function openPicker(page: Page, field: string) {
  await chooseFrom(richTools(panel(page), field), 'Image', 'From a collection…')
  await picker(page).waitFor()
}

test('M10.4–7 M10.9–10 an image is searched, sized and inserted by its URL', async () => {
  const { page, origin } = await openPage({ server: server(), path: body('post00000000002') })
  await richText(panel(page), 'body').locator('p').first().click()
  await page.keyboard.press('End')
  const calls = watchCalls(page)
  await openPicker(page, 'body')
  await images(page).first().waitFor()
  const collections = picker(page).getByRole('group', { name: 'Collections' })
  expect(await collections.getByRole('button').allInnerTexts()).toEqual([
    'authors',
    'clients',
    'media',
    'posts',
    'scratch',
    'users',
  ])
  await input(picker(page), 'Search collections').fill('aut')
  await collections.getByRole('button', { name: 'authors' }).click()
  await picker(page).getByRole('radiogroup', { name: 'Images of authors' }).waitFor()
  expect(lists(calls).at(-1)?.query).toMatchObject({
    page: '1',
    skipTotal: '1',
    sort: '-created',
    filter: '(portrait:length>0)',
    fields: 'id,collectionId,collectionName,portrait,name:excerpt(100)',
  })
  await expectAccessible(page, 'layer')

  await filterBar(picker(page)).fill('nothing like it')
  await page.keyboard.press('Enter')
  await picker(page).getByText('No records with images found.').waitFor()
  await picker(page).getByRole('button', { name: 'Clear filter', exact: true }).click()
  await eventually(() => images(page).count()).toBe(4)
  const insert = picker(page).getByRole('button', { name: 'Insert' })
  expect(await insert.isEnabled()).toBe(false)
  await images(page).first().check({ force: true })
  await input(picker(page), 'Size').click()
  await eventually(() => page.getByRole('option').allInnerTexts()).toEqual([
    'Original size',
    ...['100x100', '0x80', '120x0', '60x60t', '60x60b', '60x60f'].map(size => `${size} thumb`),
  ])
  await page.getByRole('option', { name: '120x0 thumb' }).click()
  const alt = input(picker(page), 'Alternative text')
  expect(await alt.inputValue()).toBe('dot')
  await alt.fill('A dot')
  await insert.click()
  await eventually(() => picker(page).count()).toBe(0)
  const shown = richText(panel(page), 'body').getByRole('img', { name: 'A dot' })
  await shown.waitFor()
  await eventually(() => hasFocus(richText(panel(page), 'body'))).toBe(true)
  expect(await shown.getAttribute('src')).toMatch(`${origin}/api/files/`)
  expect(await shown.getAttribute('src')).toMatch(/\?thumb=120x0$/)
})

test('M10.6 the image picker offers neither protected files nor files that are not images', async () => {
  const { page, client } = await openPage({ server: server(), path: body('post00000000003') })
  await richTools(panel(page), 'body').waitFor()
  await openPicker(page, 'body')
  await picker(page).getByRole('button', { name: 'media', exact: true }).click()
  await picker(page).getByRole('radiogroup', { name: 'Images of media' }).waitFor()
  const records = await client.collection('media').getFullList()
  const open = records.flatMap(record => [record.file, ...record.gallery]).filter(name => /\.(png|jpg|gif|svg|webp)$/.test(name))
  await eventually(async () =>
    (await images(page).evaluateAll(all => all.map((one: { ariaLabel: string }) => one.ariaLabel))).sort(),
  ).toEqual(open.sort())
})

test('the keyboard alone picks an image, whose URL is relative if the field is configured so', async () => {
  const { page, client } = await openPage({ server: server(), path: bio('author000000001') })
  const tools = richTools(panel(page), 'bio')
  await richText(panel(page), 'bio').focus()
  await page.keyboard.press('Control+End')
  await tool(tools, 'Image').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'From a collection…' }).press('Enter')
  await images(page).first().waitFor()
  await eventually(() => hasFocus(filterBar(picker(page)))).toBe(true)
  await page.keyboard.press('ArrowDown')
  await eventually(() => hasFocus(images(page).first())).toBe(true)
  await page.keyboard.press('ArrowRight')
  await eventually(() => images(page).nth(1).isChecked()).toBe(true)
  await eventually(() => hasFocus(images(page).nth(1))).toBe(true)
  await page.keyboard.press('Enter')
  await eventually(() => picker(page).count()).toBe(0)
  await page.keyboard.press('Control+s')
  await eventually(async () => (await client.collection('authors').getOne('author000000001')).bio).toMatch(
    /<img src="\/api\/files\/mgauthors000001\/[^"]+" alt="[^"]+">/,
  )
})

test('the focus stays in the image picker after its menu closes', async () => {
  const { page } = await openPage({ server: server(), path: body('post00000000003') })
  // A fading menu stays in the page longer than a picker that is already loaded takes to open.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  for (const _ of [1, 2]) {
    await openPicker(page, 'body')
    await images(page).first().waitFor()
    await eventually(() => page.getByRole('menu').count()).toBe(0)
    await eventually(() => hasFocus(filterBar(picker(page)))).toBe(true)
    await page.keyboard.press('Escape')
    await eventually(() => picker(page).count()).toBe(0)
  }
  await eventually(() => hasFocus(richText(panel(page), 'body'))).toBe(true)
})

test('M10.7 a new record is created inside the image picker, and its first image is selected', async () => {
  const { page } = await openPage({ server: server(), path: body('post00000000004'), ownContext: true })
  await richTools(panel(page), 'body').waitFor()
  await openPicker(page, 'body')
  await picker(page).getByRole('button', { name: 'scratch', exact: true }).click()
  await picker(page).getByRole('button', { name: 'New record' }).click()
  const made = page.getByRole('dialog', { name: 'New scratch record' })
  await made.waitFor()
  const asked = page.waitForEvent('filechooser')
  await made.getByRole('group', { name: 'f1', exact: true }).getByRole('button', { name: 'Upload new file' }).click()
  const buffer = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await (await asked).setFiles({ name: 'fresh.png', mimeType: 'image/png', buffer })
  await made.getByRole('button', { name: 'Create', exact: true }).click()
  await eventually(() => made.count()).toBe(0)
  await eventually(() => images(page).first().isChecked()).toBe(true)
  expect(await images(page).first().getAttribute('aria-label')).toMatch(/^fresh_\w{10}\.png$/)
  expect(await input(picker(page), 'Alternative text').inputValue()).toBe('fresh')
})

test('the image picker loads more images near the end of the list, and retries a failed page', async () => {
  const { page } = await openPage({
    server: server(),
    path: body('post00000000005'),
    allowedErrors: [/status of 404/, /status of 500/, /could not be loaded/],
  })
  await richTools(panel(page), 'body').waitFor()
  let isBroken = true
  await page.route('**/api/collections/mgclients000001/records*', route =>
    isBroken ? route.fulfill({ status: 500, body: '{}' }) : route.fallback(),
  )
  await openPicker(page, 'body')
  await picker(page).getByRole('button', { name: 'clients', exact: true }).click()
  await picker(page).getByText('The images could not be loaded.').waitFor()
  isBroken = false
  await picker(page).getByRole('button', { name: 'Retry' }).click()
  await eventually(() => images(page).count()).toBe(50)
  await images(page).last().scrollIntoViewIfNeeded()
  await eventually(() => images(page).count()).toBeGreaterThanOrEqual(60)
})

test('M10.8 the image picker says so when no collection has files', async () => {
  const sql = `UPDATE _collections SET schema =
    (SELECT json_group_array(json(value)) FROM json_each(schema) WHERE json_extract(value, '$.type') <> 'file');
    DROP VIEW post_stats; DELETE FROM _collections WHERE name = 'post_stats'`
  const { page } = await openPage({ prepare: [{ sql }], viewport: phone, path: body('post00000000001') })
  await richTools(panel(page), 'body').waitFor()
  await openPicker(page, 'body')
  await picker(page).getByText("You currently don't have any collection with file field.").waitFor()
  await expectAccessible(page, 'layer')
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await eventually(() => picker(page).count()).toBe(0)
  expect(await typedText(richText(panel(page), 'body'))).not.toBe('')
})
