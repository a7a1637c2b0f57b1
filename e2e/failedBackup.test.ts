import { expect, test } from 'vitest'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { openPage, phone } from './harness/openPage.ts'

/** Nothing listens on this port. */
const bucket = { enabled: true, bucket: 'b', region: 'r', endpoint: 'http://127.0.0.1:9', accessKey: 'a', secret: 's' }

const mark = { name: 'The last automatic backup failed' }

// Waits for the start of the next minute.
test('a failed automatic backup is marked on every page, and leads to its reason', { timeout: 180_000 }, async () => {
  const { page, client, load } = await openPage({
    path: '#/collections',
    theme: 'light',
    allowedErrors: [/status of 400 .*\/api\/backups/],
  })
  const settings = page.getByRole('link', { name: /^Settings/ })
  await settings.waitFor()
  expect(await page.getByRole('img', mark).count()).toBe(0)
  await client.settings.update({ backups: { cron: '* * * * *', s3: bucket } })
  const error = async () => {
    const { data } = await client.health.check()
    return (data as { lastAutomaticBackup?: { error: string } }).lastAutomaticBackup?.error
  }
  await expect.poll(error, { timeout: 90_000, interval: 500 }).toMatch(/ECONNREFUSED/)
  await load('#/collections')
  await settings.getByRole('img', mark).waitFor()
  await expectAccessible(page)
  await settings.click()
  const backups = page.getByRole('link', { name: /^Backups/ })
  await backups.getByRole('img', mark).waitFor()
  await backups.click()
  const alert = page.getByRole('alert').filter({ hasText: 'The last automatic backup failed' })
  await alert.waitFor()
  expect(await alert.textContent()).toMatch(/ECONNREFUSED.*No older backup has been removed\./s)
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
