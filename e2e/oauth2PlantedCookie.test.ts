import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openListener } from '../test/exchanges/runner/openListener.ts'
import { askApi } from '../test/harness/askApi.ts'
import { expectClosed, serveWithProvider, signedIn, signInAtProvider } from './harness/oauth2.ts'
import { openApplication } from './harness/openApplication.ts'
import { openTlsProxy } from './harness/openTlsProxy.ts'

/** Serves an empty page of another site, whose requests carry another `Origin` and are cross-site. Returns its origin. */
async function serveOtherSite(scheme: 'http' | 'https'): Promise<string> {
  const site = createServer((_, response) =>
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>x</title>'),
  )
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    site.closeAllConnections()
    site.close()
  })
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  return (scheme === 'http' ? origin : await openTlsProxy(origin)).replace('127.0.0.1', 'evil.localhost')
}

/** Subscribes a stream to `@oauth2` with any headers, which browsers and `fetch` would not send. */
async function subscribe(port: number, clientId: string, headers: Record<string, string>): Promise<void> {
  const path = '/api/realtime'
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
  })
  sent.end(JSON.stringify({ clientId, subscriptions: ['@oauth2'] }))
  const [{ statusCode }] = await once(sent, 'response')
  expect(statusCode).toBe(204)
}

/** Returns the provider's link for a stream: the user signs in there, and the code returns to the server for that stream. */
async function providerLink(port: number, origin: string, clientId: string): Promise<string> {
  const { json } = await askApi(port, 'GET', '/api/collections/users/auth-methods')
  const provider = (json.authProviders as { name: string; authUrl: string }[]).find(({ name }) => name === 'oidc')
  const link = new URL(`${provider?.authUrl}${origin}/api/oauth2-redirect`)
  link.searchParams.set('state', clientId)
  return link.href
}

/** Makes the page subscribe the stream by submitting a form at top level, and waits for the response. */
async function submitSubscription(page: Page, origin: string, clientId: string): Promise<Record<string, string>> {
  const responded = page.waitForResponse(response => response.url().endsWith('/api/realtime'))
  await page.evaluate(`{
    const form = document.createElement('form')
    Object.assign(form, { method: 'POST', action: '${origin}/api/realtime' })
    for (const [name, value] of [['clientId', '${clientId}'], ['subscriptions', '@oauth2']]) {
      const input = document.createElement('input')
      Object.assign(input, { type: 'hidden', name, value })
      form.append(input)
    }
    document.body.append(form)
    form.submit()
  }`)
  return (await responded).allHeaders()
}

const disguises: [string, (evil: string) => Record<string, string>][] = [
  ['forges Sec-Fetch-Site', evil => ({ Origin: evil, 'Sec-Fetch-Site': 'same-origin' })],
  ['names its own site as the host', evil => ({ Origin: evil, Host: new URL(evil).host, 'Sec-Fetch-Site': 'same-origin' })],
  ['names its own site as the host, without Sec-Fetch-Site', evil => ({ Origin: evil, Host: new URL(evil).host })],
]

describe.each(['http', 'https'] as const)('over %s', scheme => {
  test.each(disguises)('a page of another site cannot plant the cookie of a flow whose program %s', async (_, disguise) => {
    const { origin, port, dataDir } = await serveWithProvider(scheme)
    const victim = await openApplication(origin, dataDir)
    const popup = await signInAtProvider(victim, 'victim')
    await signedIn(victim)
    await expectClosed(popup)

    const evil = await serveOtherSite(scheme)
    const attacker = await openListener(port)
    onTestFinished(attacker.close)
    await subscribe(port, attacker.clientId, disguise(evil))
    const link = await providerLink(port, origin, attacker.clientId)

    const page = await victim.context().newPage()
    await page.goto(evil)
    expect(await submitSubscription(page, origin, attacker.clientId)).not.toHaveProperty('set-cookie')
    expect((await victim.context().cookies(origin)).filter(({ name }) => name.includes('coffer-oauth2'))).toEqual([])

    // The user has consented before, so the provider sends the browser straight back.
    await page.goto(link)
    await page.getByRole('heading', { name: 'Continue signing in?' }).waitFor()
    await page.getByText(evil, { exact: true }).waitFor()
    expect(attacker.take()).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => attacker.take()).toMatchObject([{ json: { code: '', error: 'access_denied' } }])
  })
})

test('behind a TLS proxy, a user of an app of the same origin signs in without a question', async () => {
  const { origin, dataDir } = await serveWithProvider('https')
  const page = await openApplication(origin, dataDir)
  const popup = await signInAtProvider(page, 'ines')
  expect((await signedIn(page)).meta).toMatchObject({ isNew: true, name: 'The ines' })
  await expectClosed(popup)
})

test('behind a TLS proxy, a user of an app of another origin signs in after a question', async () => {
  const { origin } = await serveWithProvider('https')
  const page = await openApplication(origin)
  const popup = await signInAtProvider(page, 'ines')
  await popup.getByText(new URL(page.url()).origin, { exact: true }).waitFor()
  await popup.getByRole('button', { name: 'Continue', disabled: false }).click()
  expect((await signedIn(page)).meta).toMatchObject({ isNew: true, name: 'The ines' })
  await expectClosed(popup)
})
