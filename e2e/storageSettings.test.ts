import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openS3 } from '../test/harness/openS3.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { holdCalls } from './harness/holdCalls.ts'
import { holdTimeouts } from './harness/holdTimeouts.ts'
import { input } from './harness/input.ts'
import { openPage } from './harness/openPage.ts'
import { saveButton, sentChanges } from './harness/settings.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'
import { watchCalls } from './harness/watchCalls.ts'

const server = shareServer()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('M31.1–12 the file storage is switched to S3 after a connection test', async () => {
  const storage = await openS3('magazine')
  try {
    const { page } = await openPage({ server: server(), path: '#/settings/storage', allowedErrors: [/status of 400/] })
    const calls = watchCalls(page)
    const s3 = page.getByRole('switch', { name: 'Use S3 storage' })
    await s3.check()
    await page.getByText(/migrated manually from the local file system to the S3 storage/).waitFor()
    await saveButton(page).click()
    await eventually(() => page.getByText('Cannot be blank.').count()).toBe(5)
    await expectAccessible(page)
    const { endpoint } = storage.settings('magazine')
    await input(page, 'Endpoint').fill(String(endpoint))
    await input(page, 'Bucket').fill('missing')
    await input(page, 'Region').fill('us-east-1')
    await input(page, 'Access key').fill('S3RVER')
    await input(page, 'Secret').fill('S3RVER')
    await page.getByRole('switch', { name: /^Force path-style/ }).check()
    await saveButton(page).click()
    await toast(page, 'Successfully saved but failed to establish S3 connection.').waitFor()
    const badge = page.getByText('Failed to establish S3 connection', { exact: true })
    await badge.hover()
    await page
      .getByRole('tooltip')
      .getByText(/^Failed to test the S3 filesystem: NoSuchBucket: /)
      .waitFor()
    await input(page, 'Bucket').fill('magazine')
    await eventually(() => badge.count()).toBe(0)
    await saveButton(page).click()
    await toast(page, 'Successfully saved files storage settings.').waitFor()
    await page.getByText('S3 connected successfully').waitFor()
    await expectAccessible(page)
    const tests = calls.filter(({ path }) => path === '/api/settings/test/s3')
    expect(tests.map(({ request }) => request.postDataJSON())).toEqual([{ filesystem: 'storage' }, { filesystem: 'storage' }])
    expect(sentChanges(calls).at(-1)).toEqual(['/api/settings', { s3: { bucket: 'magazine' } }])
    await page.reload()
    await page.getByText('S3 connected successfully').waitFor()
    await s3.uncheck()
    await page.getByText(/migrated manually from the S3 storage to the local file system/).waitFor()
    await button(page, 'Reset').click()
    await eventually(() => s3.isChecked()).toBe(true)
    await s3.uncheck()
    await saveButton(page).click()
    await toast(page, 'Successfully saved files storage settings.').waitFor()

    await s3.check()
    const timeOut = await holdTimeouts(page)
    const { arrived } = await holdCalls(page, () => true, '**/api/settings/test/s3')
    await saveButton(page).click()
    await arrived
    await timeOut(30_000)
    await badge.hover()
    await page.getByRole('tooltip').getByText('S3 test connection timeout.').waitFor()
  } finally {
    await storage.close()
  }
})
