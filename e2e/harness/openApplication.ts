import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { launchBrowser } from './launchBrowser.ts'

const sdkFolder = dirname(createRequire(import.meta.url).resolve('pocketbase'))
const sdk = readFileSync(join(sdkFolder, 'pocketbase.umd.js'))
const html = '<!doctype html><title>App</title><script src="/pocketbase.umd.js"></script><button>Sign in</button>'

/** Serves the application on its own origin until the test ends. */
async function serveApplication(): Promise<string> {
  const application = createServer((request, response) => {
    const isScript = request.url === '/pocketbase.umd.js'
    response.writeHead(200, { 'Content-Type': isScript ? 'text/javascript' : 'text/html' })
    response.end(isScript ? sdk : html)
  })
  await new Promise<void>(resolve => application.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    application.closeAllConnections()
    application.close()
  })
  return `http://127.0.0.1:${(application.address() as AddressInfo).port}`
}

/** Copies the application into the public folder of a server. */
async function publishApplication(dataDir: string): Promise<void> {
  const publicDir = join(dataDir, '../pb_public')
  await mkdir(publicDir, { recursive: true })
  await writeFile(join(publicDir, 'index.html'), html)
  await writeFile(join(publicDir, 'pocketbase.umd.js'), sdk)
}

/**
 * Opens an application in its own browser context, with the official client as the global `client`. Call it inside a test.
 * @param ownDataDir the server's data directory if the server itself serves the application, which otherwise has another origin
 */
export async function openApplication(origin: string, ownDataDir?: string): Promise<Page> {
  if (ownDataDir !== undefined) await publishApplication(ownDataDir)
  const address = ownDataDir === undefined ? await serveApplication() : origin
  const context = await (await launchBrowser()).newContext({ reducedMotion: 'reduce', ignoreHTTPSErrors: true })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(`${address}/`)
  await page.evaluate(`globalThis.client = new PocketBase('${origin}')`)
  return page
}
