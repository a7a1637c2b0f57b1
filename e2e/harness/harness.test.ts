import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { collectErrors } from './collectErrors.ts'
import { expectNoAxeViolations } from './expectNoAxeViolations.ts'
import { expectNoSidewaysScroll } from './expectNoSidewaysScroll.ts'
import { launchBrowser } from './launchBrowser.ts'
import { watchCalls } from './watchCalls.ts'

/** Responds to every request with the page in its query, under a content security policy as strict as the dashboard's. */
let server: Server
beforeAll(async () => {
  server = createServer((request, response) => {
    const body = new URL(request.url ?? '/', 'http://x').searchParams.get('body') ?? ''
    response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Security-Policy': "default-src 'self'; script-src 'self'" })
    response.end(`<!doctype html><html lang="en"><title>Page</title><main><h1>Page</h1>${body}</main></html>`)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())

async function open(body: string): Promise<{ page: Page; errors: () => string[] }> {
  const context = await (await launchBrowser()).newContext({ viewport: { width: 390, height: 844 } })
  onTestFinished(() => context.close())
  const errors = collectErrors(context, [/favicon/])
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/?body=${encodeURIComponent(body)}`)
  return { page, errors }
}

test('axe runs under a strict content security policy and finds violations', async () => {
  const good = await open('<button>Save</button>')
  await expectNoAxeViolations(good.page)
  const bad = await open('<button></button>')
  await expect(expectNoAxeViolations(bad.page)).rejects.toThrow('button-name')
  await expectNoAxeViolations(bad.page, 'h1')
})

test('a page that scrolls sideways fails the check, a scrolling part of a page does not', async () => {
  const fitting = await open('<div tabindex="0"><table width="900"><tr><td>wide</td></tr></table></div>')
  await fitting.page.evaluate("document.querySelector('div').style.overflow = 'auto'")
  await expectNoSidewaysScroll(fitting.page)
  const wide = await open('<table width="900"><tr><td>wide</td></tr></table>')
  await expect(expectNoSidewaysScroll(wide.page)).rejects.toThrow('elements that make the page scroll sideways')
})

test('errors of a page are collected, allowed errors are not', async () => {
  const { page, errors } = await open('')
  await page.evaluate("console.error('broken')")
  const other = await page.context().newPage()
  await other.evaluate("setTimeout(() => { throw new Error('thrown') })")
  await page.evaluate("console.error('favicon is missing')")
  await expect.poll(errors).toHaveLength(2)
  expect(errors().join()).toMatch(/broken.*thrown/s)
})

test('a failed expectation names the unexpected calls of a page', async () => {
  const { page } = await open('')
  const calls = watchCalls(page)
  await page.evaluate("fetch('/api/unexpected?page=2')")
  await expect.poll(() => calls).toHaveLength(1)
  expect(() => expect(calls).toEqual([])).toThrow(/deeply equal/)
  expect(JSON.stringify(calls)).toBe('[{"method":"GET","path":"/api/unexpected","query":{"page":"2"}}]')
})
