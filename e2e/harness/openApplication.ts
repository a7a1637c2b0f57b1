import { readFileSync } from 'node:fs'
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

/**
 * Opens the page of an application, on an address of its own and in a browser context of its own, with the official client of a
 * server as the global `client`. To be called inside a test.
 */
export async function openApplication(origin: string): Promise<Page> {
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
  const context = await (await launchBrowser()).newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${(application.address() as AddressInfo).port}/`)
  await page.evaluate(`globalThis.client = new PocketBase('${origin}')`)
  return page
}
