import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLongRun } from '../test/harness/isLongRun.ts'
import { repositoryDir } from '../test/harness/paths.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoAxeViolations } from './harness/expectNoAxeViolations.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { openPage } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'
import { waitForManual } from './harness/waitForManual.ts'

const server = shareServer()

const pages = readdirSync(join(repositoryDir, 'docs/manual'))
  .filter(name => name.endsWith('.md'))
  .map(name => name.replace('.md', '.html'))

const narrow = { width: 360, height: 800 }

test('every page of the manual fits a window of 360 px', async () => {
  const { page, load } = await openPage({ server: server(), signedIn: false, path: null, viewport: narrow })
  for (const name of pages) {
    await load(`docs/${name}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectNoSidewaysScroll(page)
  }
})

/** The start page, and pages with samples, with tables of samples, and with generated tables. All pages have the same frame. */
const varied = ['index.html', 'api-records.html', 'rules-cookbook.html', 'command-line.html']

test.each(isLongRun ? pages : varied)('the page %s of the manual is accessible in both themes', async name => {
  const { page } = await openPage({ server: server(), signedIn: false, path: `docs/${name}`, viewport: narrow })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectAccessible(page)
})

test('the search of the manual finds a page, and its dialog is accessible', async () => {
  const { page } = await openPage({ server: server(), signedIn: false, path: 'docs/' })
  await waitForManual(page)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('combobox').fill('trusted proxies')
  await page.getByRole('option').first().waitFor()
  await expectNoAxeViolations(page)
  await page
    .getByRole('option', { name: /trusted proxies/i })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: 'Proxies and TLS' }).waitFor()
})

test('the manual and the dashboard share the chosen theme', async () => {
  const { page, load } = await openPage({ server: server(), signedIn: false, path: 'docs/' })
  const scheme = () => page.evaluate<string>('getComputedStyle(document.documentElement).colorScheme')
  expect(await scheme()).toBe('light')
  await waitForManual(page)
  await page.getByRole('switch', { name: 'Appearance' }).click()
  await eventually(scheme).toBe('dark')
  await load('#/login')
  await page.getByRole('button', { name: 'Login' }).waitFor()
  expect(await scheme()).toBe('dark')
  await page.evaluate("localStorage.setItem('coffer.theme', 'light')")
  await load('docs/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await scheme()).toBe('light')
})

test('the dashboard does not load the manual, and the files of the manual are cached', async () => {
  const { page, origin } = await openPage({ server: server(), path: '#/collections?collectionId=mgtags000000001' })
  await page.getByRole('table', { name: 'Records of tags' }).waitFor()
  const loaded = await page.evaluate<string[]>("performance.getEntriesByType('resource').map(({ name }) => name)")
  expect(loaded.filter(url => url.includes('/docs/'))).toEqual([])
  const html = await (await fetch(`${origin}/_/docs/`)).text()
  const script = /src="\.\/(assets\/app\.[\w-]+\.js)"/.exec(html)?.[1]
  const response = await fetch(`${origin}/_/docs/${script}`, { headers: { 'Accept-Encoding': 'br' } })
  expect(response.headers.get('cache-control')).toContain('immutable')
  expect(response.headers.get('content-encoding')).toBe('br')
})

test('every link in the manual leads to a page and a heading that exist', () => {
  const dist = join(repositoryDir, 'packages/dashboard/dist/docs')
  const read = (name: string) => readFileSync(join(dist, name), 'utf8')
  const broken = pages.flatMap(name =>
    [...read(name).matchAll(/href="(?!\w+:|\.\.)([^"#]*)(?:#([^"]*))?"/g)].flatMap(([link, path = '', anchor]) => {
      const target = path === '' ? name : path
      if (!existsSync(join(dist, target))) return `${name}: ${link}`
      const isFound = !anchor || !target.endsWith('.html') || read(target).includes(`id="${decodeURIComponent(anchor)}"`)
      return isFound ? [] : `${name}: ${link}`
    }),
  )
  expect(broken).toEqual([])
})

test.each([
  ['#/collections', 'concepts.html'],
  ['#/logs', 'logs.html'],
  ['#/settings', 'settings.html'],
  ['#/settings/mail', 'mail.html'],
  ['#/settings/storage', 'files.html#store-files-in-s3'],
  ['#/settings/backups', 'backups.html'],
  ['#/settings/health', 'doctor.html'],
  ['#/settings/nodes', 'nodes.html'],
  ['#/settings/import-collections', 'api-admin.html#collections'],
  ['#/settings/auth-providers', 'oauth2.html'],
  ['#/settings/tokens', 'api-auth.html#tokens'],
  ['#/settings/admins', 'concepts.html#admins'],
])('the Docs link of %s opens the page %s of the manual', async (path, target) => {
  const { page, origin } = await openPage({ server: server(), path })
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Docs' })
  await eventually(() => link.getAttribute('href')).toBe(`docs/${target}`)
  const [, anchor] = target.split('#')
  const manual = await fetch(`${origin}/_/docs/${target}`)
  expect(manual.status).toBe(200)
  if (anchor) expect(await manual.text()).toContain(`id="${anchor}"`)
})

test.each(['quick-start', 'quick-start/', 'guides/quick-start', 'guides/quick-start.html'])(
  'the address %s leads to the page of the manual',
  async path => {
    const { page, origin } = await openPage({ server: server(), signedIn: false, path: `docs/${path}?from=a-bookmark#install` })
    await page.getByRole('heading', { level: 1, name: 'Quick start' }).waitFor()
    expect(page.url()).toBe(`${origin}/_/docs/quick-start.html?from=a-bookmark#install`)
  },
)

test.each(['no-such-page', 'no-such-page.html', 'guides/no-such-page'])(
  'the unknown address %s shows a page of the manual that leads on',
  async path => {
    const allowedErrors = [/status of 404/]
    const { page, origin } = await openPage({
      server: server(),
      signedIn: false,
      path: `docs/${path}`,
      viewport: narrow,
      allowedErrors,
    })
    await page.getByRole('heading', { level: 1, name: 'This page does not exist' }).waitFor()
    expect((await fetch(page.url())).status).toBe(404)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('link', { name: 'First page of the manual' }).click()
    await page.getByRole('heading', { level: 1, name: 'What Coffer is' }).waitFor()
    expect(page.url()).toBe(`${origin}/_/docs/`)
  },
)

test('a missing file of the manual that is no page answers with the error of other files', async () => {
  for (const path of ['no-such-image.png', 'assets/no-such-file.js']) {
    const response = await fetch(`${server().origin}/_/docs/${path}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json; charset=UTF-8'])
  }
})
