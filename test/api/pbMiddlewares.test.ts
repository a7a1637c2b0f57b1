import { expect, test } from 'vitest'
import { openPbHooks } from '../harness/openPbHooks.ts'

const scratch = '/api/collections/scratch/records'

test('middlewares pass on bodies, streams and errors of all routes, and can respond in place of a route', async () => {
  const { coffer, ask } = await openPbHooks(`
routerPre((next) => (c) => {
  if (c.request().url.path === '/läuft?') c.request().url.path = '/api/health'
  return next(c)
})
routerUse((next) => (c) => {
  c.response().header().set('X-Seen', String(c.get('admin') ? 'admin' : 'guest'))
  if (c.request().url.path === '/thrown') throw new Error('a secret')
  if (c.request().url.path === '/twice') { next(c); return next(c) }
  if (c.queryParam('caught') === '') return next(c)
  try { return next(c) } catch (error) { return c.json(418, { code: error.code, message: error.message, data: error.data }) }
})
routerAdd('POST', '/echo', (c) => c.json(200, { a: $apis.requestInfo(c).data.a }))
routerAdd('GET', '/echo/:name', (c) => c.string(200, c.pathParam('name')))
onAfterApiError((e) => { console.log('after', e.error.code) })
onAfterBootstrap((e) => { if (!e.app.isBootstrapped()) throw new Error('not yet') })
`)
  const created = await ask('POST', scratch, { body: { t: 'x'.repeat(100_000) } })
  expect([created.status, String(created.json.t).length, created.headers.get('x-seen')]).toEqual([200, 100_000, 'admin'])
  expect((await ask('POST', '/echo', { body: { a: 'ä' } })).json).toEqual({ a: 'ä' })
  expect((await ask('GET', '/echo/b%20c', { token: '' })).text).toBe('b c')
  expect((await ask('GET', '/echo/b%3Fc%23d%2Fe')).text).toBe('b?c#d/e')
  expect((await ask('GET', '/echo/%ff')).text).toBe('%ff')
  expect(await ask('GET', '/l%C3%A4uft%3F')).toMatchObject({ status: 200, json: { message: 'API is healthy.' } })
  const missing = await ask('GET', `${scratch}/none?caught=1`)
  expect([missing.status, missing.json]).toEqual([418, { code: 404, message: "The requested resource wasn't found.", data: {} }])
  const invalid = await ask('POST', '/api/collections/tags/records?caught=1', { body: {} })
  expect([invalid.status, Object.keys(invalid.json.data as object)]).toEqual([418, ['name']])
  const thrown = await ask('GET', '/thrown')
  expect([thrown.status, thrown.text.includes('secret')]).toEqual([400, false])
  expect((await ask('GET', '/twice')).status).toBe(404)
  expect((await ask('GET', '/_/')).headers.get('x-seen')).toBe('admin')
  expect((await ask('OPTIONS', scratch, { headers: { origin: 'https://app.example' } })).headers.get('x-seen')).toBeNull()
  const large = await ask('POST', '/echo', { body: 'x', headers: { 'content-length': String(40 * 1024 * 1024) } }).catch(
    () => undefined,
  )
  expect(large?.status ?? 413).toBe(413)
  // An event stream keeps its connection.
  const stream = await fetch(`http://127.0.0.1:${coffer.port}/api/realtime`, { signal: AbortSignal.timeout(10_000) })
  const reader = stream.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('PB_CONNECT')
  await reader?.cancel()
  expect(coffer.output()).toMatch(/after 400/)
  const { json } = await ask('GET', '/api/code')
  const counted = (json.scripts as { hooks: { event: string; calls: number; errors: number }[] }).hooks
  expect(counted.find(({ event }) => event === 'onAfterBootstrap')).toMatchObject({ calls: 1, errors: 0 })
  expect(counted.find(({ event }) => event === 'routerPre')).toMatchObject({ calls: expect.any(Number) })
  const use = counted.find(({ event }) => event === 'routerUse')
  expect([Number(use?.calls) > 5, Number(use?.errors) > 0]).toEqual([true, true])
  expect((await ask('GET', '/api/health')).status).toBe(200)
}, 60_000)

test('an activity logger around all routes logs the requests to those of the files with their requester', async () => {
  const { ask } = await openPbHooks(`
routerUse($apis.activityLogger($app))
routerAdd('GET', '/logged', (c) => c.noContent(204))
routerAdd('GET', '/failing', () => { throw new ForbiddenError() })`)
  expect([(await ask('GET', '/logged')).status, (await ask('GET', '/failing')).status]).toEqual([204, 403])
  const logged = async (path: string) => {
    const { json } = await ask('GET', `/api/logs?filter=${encodeURIComponent(`message = 'GET ${path}'`)}`)
    return (json.items as { data: object }[]).map(({ data }) => data)
  }
  await expect
    .poll(() => logged('/failing'), { timeout: 30_000 })
    .toEqual([expect.objectContaining({ auth: 'admin', status: 403 })])
  expect(await logged('/logged')).toEqual([expect.objectContaining({ auth: 'admin', status: 204 })])
})
