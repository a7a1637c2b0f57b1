import { writeFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startCoffer } from '../test/harness/coffer.ts'
import { copySample } from '../test/harness/copySample.ts'
import { openCertificateAuthority } from '../test/harness/openCertificateAuthority.ts'
import { signToken } from '../test/harness/signToken.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { launchBrowser } from './harness/launchBrowser.ts'
import { totalFound } from './harness/records.ts'
import { editor, sessionKey } from './harness/signIn.ts'

const tabs = 12

/** Serves a sample over HTTPS, and opens a browser context with the session of the first admin. */
async function openHttps({ colorScheme = 'light' as 'light' | 'dark', viewport = { width: 1440, height: 900 } } = {}) {
  const [copy, authority] = [await copySample('magazine'), await openCertificateAuthority()]
  const files = await authority.issue(['localhost'])
  const options = ['--https', '127.0.0.1:0', '--certificate', files.certificate, '--key', files.key]
  const coffer = await startCoffer(copy.dataDir, options)
  const origin = `https://localhost:${coffer.port}`
  const browser = await launchBrowser()
  const context = await browser.newContext({ ignoreHTTPSErrors: true, reducedMotion: 'reduce', colorScheme, viewport })
  onTestFinished(async () => {
    await context.close()
    await coffer.end('SIGTERM')
    await authority.remove()
    await copy.remove()
  })
  const token = signToken(copy.dataDir, 'auth', 'admin')
  const model = { id: editor.id, email: editor.email, avatar: 0 }
  const page = await context.newPage()
  await page.goto(`${origin}/_/favicon.svg`)
  const session = JSON.stringify(JSON.stringify({ token, model }))
  await page.evaluate(`localStorage.setItem(${JSON.stringify(sessionKey)}, ${session})`)
  return { context, page, origin, files, token }
}

test('over HTTPS, the dashboard uses HTTP/2, and a dozen tabs show a change at once', async () => {
  const { context, page, origin, token } = await openHttps()
  const pages = [page]
  while (pages.length < tabs) pages.push(await context.newPage())
  for (const tab of pages) {
    // Over HTTP/1.1, the seventh tab would wait for ever, because each one has a realtime connection.
    const subscribed = tab.waitForResponse(response => response.url().endsWith('/api/realtime') && response.status() === 204)
    await tab.goto(`${origin}/_/#/collections?collectionId=mgtags000000001`)
    await totalFound(tab, 8).waitFor()
    await subscribed
  }
  expect(await page.evaluate(`performance.getEntriesByType('navigation')[0].nextHopProtocol`)).toBe('h2')
  const request = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: token },
    body: '{"name":"New"}',
  }
  const created = await page.evaluate(
    `fetch('/api/collections/tags/records', ${JSON.stringify(request)}).then(({ status }) => status)`,
  )
  expect(created).toBe(200)
  for (const tab of pages) await totalFound(tab, 9).waitFor()
})

test.each([
  ['light', { width: 1440, height: 900 }],
  ['dark', { width: 390, height: 844 }],
] as const)('the health check names a damaged certificate in %s', async (colorScheme, viewport) => {
  const { page, origin, files } = await openHttps({ colorScheme, viewport })
  await writeFile(files.key, 'no key')
  await page.goto(`${origin}/_/#/settings/health`)
  await page.getByText(`The certificate ${files.certificate} with the key ${files.key} cannot be used.`).waitFor()
  await page.getByText(/^Correct the files\. Until then, the server keeps the certificate/).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
