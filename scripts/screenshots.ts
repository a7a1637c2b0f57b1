/**
 * `npm run screenshots`: takes the screenshots of the manual and the README from the magazine sample, in both themes. Build the
 * dashboard first.
 */
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { signInClient, startSession } from '../e2e/harness/signIn.ts'
import { startSample } from '../e2e/harness/startSample.ts'
import { manualDir } from './manual/readPages.ts'
import { requireChromium } from './requireChromium.ts'

const viewport = { width: 1280, height: 800 }

/** What each screenshot shows: a path below the dashboard, and what to wait for or to click. */
const screens: Record<string, { path: string; prepare: (page: Page) => Promise<void> }> = {
  records: {
    path: '#/collections?collectionId=mgposts00000001',
    prepare: page => page.getByRole('table', { name: 'Records of posts' }).getByRole('row').nth(8).waitFor(),
  },
  rules: {
    path: '#/collections?collectionId=mgposts00000001',
    prepare: async page => {
      await page.getByRole('button', { name: 'Edit collection' }).click()
      await page.getByRole('tab', { name: 'API Rules' }).click()
    },
  },
  logs: {
    path: '#/logs',
    prepare: page => page.getByRole('table').getByRole('row').nth(8).waitFor(),
  },
}

const server = await startSample({
  prepare: [{ sql: "UPDATE _params SET value = json_set(value, '$.logs.maxDays', 36500) WHERE key = 'settings'" }],
})
const client = await signInClient(server.origin, server.dataDir)
const browser = await chromium.launch({ executablePath: await requireChromium(), args: ['--no-sandbox'] })
try {
  for (const theme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport, deviceScaleFactor: 1.5, colorScheme: theme, reducedMotion: 'reduce' })
    await startSession(page, server.origin, client)
    for (const [name, { path, prepare }] of Object.entries(screens)) {
      await page.goto('about:blank')
      await page.goto(`${server.origin}/_/${path}`)
      await prepare(page)
      await page.waitForTimeout(1_000)
      const png = await page.screenshot()
      const file = join(manualDir, `images/${name}-${theme}.png`)
      await sharp(png).png({ palette: true, colors: 192, compressionLevel: 9 }).toFile(file)
      console.log(file)
    }
    await page.close()
  }
} finally {
  await browser.close()
  await server.stop()
}
