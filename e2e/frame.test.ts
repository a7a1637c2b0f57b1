import type { Locator } from 'playwright-core'
import { test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { openPage } from './harness/openPage.ts'
import { totalFound } from './harness/records.ts'
import { shareServer } from './harness/shareServer.ts'

const server = shareServer()

const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? 0

test('each section in the rail shows its name beside its icon, in both themes', async () => {
  const { page } = await openPage({ server: server(), path: '#/collections?collectionId=mgposts00000001' })
  await totalFound(page, 40).waitFor()
  for (const width of [1440, 700]) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const name of ['Collections', 'Logs', 'Settings']) {
        const label = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).getByText(name)
        await eventually(() => label.isVisible()).toBe(true)
      }
    }
    await expectAccessible(page)
  }
})

test.each([
  '/application',
  '/mail',
  '/storage',
  '/backups',
  '/export-collections',
  '/import-collections',
  '/auth-providers',
  '/tokens',
])('the settings page %s uses the width of a wide window', async path => {
  const hash = path === '/application' ? '#/settings' : `#/settings${path}`
  const { page } = await openPage({ server: server(), viewport: { width: 1920, height: 1000 }, path: hash })
  const main = page.getByRole('main')
  await main.getByRole('button').first().waitFor()
  const content = main.locator('> div').last()
  await eventually(() => widthOf(content)).toBeGreaterThan((await widthOf(main)) - 20)
  await expectAccessible(page)
})
