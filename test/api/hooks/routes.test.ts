import { createServer, get } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { queryDatabase } from '../../harness/queryDatabase.ts'
import { signToken } from '../../harness/signToken.ts'
import { startCodeServer } from './harness.ts'

const orders = `
import { data } from 'coffer'
export default {
  async fetch(request: Request, { user, data: own, ip }) {
    const url = new URL(request.url)
    if (url.pathname === '/orders/echo') {
      return Response.json({ method: request.method, search: url.search, sent: request.headers.get('x-own'), body: await request.text(), user, ip })
    }
    if (url.pathname === '/orders/data') {
      const all = await data.collection('clients').getList(1, 1)
      const visible = await own.collection('clients').getList(1, 1)
      return Response.json([all.totalItems > 0, visible.totalItems > 0])
    }
    if (url.pathname === '/orders/cookies') {
      const headers = new Headers({ 'X-Frame-Options': 'DENY' })
      headers.append('Set-Cookie', 'a=1')
      headers.append('Set-Cookie', 'b=2')
      return new Response(null, { status: 204, headers })
    }
    if (url.pathname === '/orders/throw') throw new Error('a private detail')
    if (url.pathname === '/orders/text') return 'no response' as never
    if (url.pathname === '/orders/hang') return new Promise(() => {})
    if (url.pathname === '/orders/loop') while (true);
    if (url.pathname === '/orders/exit') process.exit(1)
    if (url.pathname === '/orders/break') {
      return new Response(new ReadableStream({
        start(controller) { controller.enqueue(new TextEncoder().encode('part')) },
        async pull() { await new Promise(resolve => setTimeout(resolve, 50)); throw new Error('broken') },
      }))
    }
    if (url.pathname === '/orders/objects' || url.pathname === '/orders/later') {
      return new Response(new ReadableStream({
        start(controller) { controller.enqueue(url.pathname === '/orders/later' ? new TextEncoder().encode('part') : {}) },
        async pull(controller) { await new Promise(resolve => setTimeout(resolve, 50)); controller.enqueue({}) },
      }))
    }
    if (url.pathname === '/orders/stream') {
      return new Response(new ReadableStream({
        async start(controller) {
          controller.enqueue(new TextEncoder().encode('one'))
          await released.promise
          controller.enqueue(new TextEncoder().encode('two'))
          controller.close()
        },
      }))
    }
    if (url.pathname === '/orders/release') {
      released.resolve()
      return new Response('released')
    }
    return new Response('unknown', { status: 404 })
  },
}
const released = Promise.withResolvers<void>()`

test('a route gets the request with its requester, and its response is sent as it is', async () => {
  const { ask, dataDir } = await startCodeServer({ 'routes/orders.ts': orders })
  const bob = signToken(dataDir, 'auth', 'users:bob')
  const sent = { 'x-own': 'ü', 'x-coffer-call': '{}', Origin: 'https://a.example' }
  const { json, headers } = await ask('POST', '/orders/echo?a=1', { b: 2 }, bob, sent)
  expect(json).toEqual({
    method: 'POST',
    search: '?a=1',
    sent: 'ü',
    body: '{"b":2}',
    user: { kind: 'authRecord', id: 'bob000000000001', collectionId: expect.any(String) },
    ip: '127.0.0.1',
  })
  expect(headers.get('content-type')).toBe('application/json')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-coffer-call')).toBeNull()
  expect([headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual(['*', 'Origin'])
  expect((await ask('GET', '/orders/echo', undefined, 'forged')).json.user).toEqual({ kind: 'guest' })
  expect((await ask('GET', '/orders/data', undefined, '')).text).toBe('[true,false]')
  expect((await ask('GET', '/orders')).status).toBe(404)
  expect((await ask('HEAD', '/orders/echo')).text).toBe('')
  const cookies = await ask('GET', '/orders/cookies')
  expect([cookies.status, cookies.headers.getSetCookie(), cookies.headers.get('x-frame-options')]).toEqual([
    204,
    ['a=1', 'b=2'],
    'DENY',
  ])
})

test('routes are found by the longest path, and shadow neither the API nor the dashboard nor files', async () => {
  const route = (name: string) => `export default { fetch: () => new Response('${name}') }`
  const { ask, save } = await startCodeServer(
    {
      'routes/index.ts': route('root'),
      'routes/shop/index.ts': route('shop'),
      'routes/shop/cart.ts': `import { name } from './_name.ts'; export default { fetch: () => new Response(name) }`,
      'routes/shop/_name.ts': `export const name = 'cart'`,
    },
    {},
    'inline',
    { 'about.html': 'about', 'index.html': 'index' },
  )
  const text = async (path: string, method = 'GET') => (await ask(method, path)).text
  expect(await text('/shop')).toBe('shop')
  expect(await text('/shop/cart/1')).toBe('cart')
  expect(await text('/shop/carts')).toBe('shop')
  expect(await text('/shopping')).toBe('root')
  expect(await text('/about.html')).toBe('about')
  expect(await text('/', 'POST')).toBe('root')
  expect(await text('/')).toBe('index')
  expect(await text('/api/health')).toContain('"code":200')
  expect((await ask('GET', '/api/unknown')).status).toBe(404)
  expect((await ask('POST', '/_/')).status).toBe(405)
  expect((await ask('OPTIONS', '/shop', undefined, '', { Origin: 'https://a.example' })).status).toBe(204)
  await save('routes/api.ts', route('api'))
  await vi.waitFor(
    async () => expect(await text('/api/logs?sort=-created')).toContain('The server itself handles paths below /api'),
    { timeout: 10_000 },
  )
})

test('the URL has the host of the client whatever the path is, and a GET can have a body', async () => {
  const url = `export default { fetch: request => Response.json([request.url, request.headers.get('host'), request.method]) }`
  const { port } = await startCodeServer({ 'routes/index.ts': url })
  const send = async (head: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`${head}\r\nConnection: close\r\n\r\nhello`)
    return (await text(socket)).split('\r\n\r\n').at(-1)
  }
  const target = (method: string, path: string) => `${method} ${path} HTTP/1.1\r\nHost: app.example:81\r\nContent-Length: 5`
  expect(await send(target('GET', '//evil.example/a?b'))).toContain(
    '["http://app.example:81//evil.example/a?b","app.example:81","GET"]',
  )
  expect(await send(`${target('POST', '/x')}\r\nExpect: 100-continue`)).toContain('"POST"]')
})

test('routes can make more requests for data at once than the server performs', async () => {
  const many = `
import { data } from 'coffer'
export default {
  async fetch() {
    const lists = await Promise.all(Array.from({ length: 300 }, () => data.collection('registry').getList(1, 1)))
    return Response.json(lists.length)
  },
}`
  const { ask } = await startCodeServer({ 'routes/many.ts': many }, { processes: 1 }, 'pool')
  expect((await ask('GET', '/many')).text).toBe('300')
})

test('a Hono app is a route as it is, with the context as its bindings', async () => {
  const { ask, dataDir } = await startCodeServer({
    'package.json': '{"type":"module"}',
    'routes/hono.ts': `
import { Hono } from 'hono'
const app = new Hono<{ Bindings: { user: { kind: string } } }>().basePath('/hono')
app.get('/:name', c => c.json({ name: c.req.param('name'), kind: c.env.user.kind }))
app.post('/form', async c => c.text(String((await c.req.formData()).get('a'))))
export default app`,
  })
  expect((await ask('GET', '/hono/x%20y', undefined, signToken(dataDir, 'auth', 'admin'))).json).toEqual({
    name: 'x y',
    kind: 'admin',
  })
  expect((await ask('POST', '/hono/form', 'a=b', '', { 'Content-Type': 'application/x-www-form-urlencoded' })).text).toBe('b')
  expect((await ask('GET', '/hono/a/b')).status).toBe(404)
})

test('a route can return the response of another server, with headers of its connection and a compressed body', async () => {
  const content = 'from the other server '.repeat(100)
  const upstream = createServer((_, response) => {
    const headers = { Connection: 'keep-alive', 'Keep-Alive': 'timeout=5', 'X-Upstream': '1', 'Content-Encoding': 'gzip' }
    response.writeHead(203, headers).end(gzipSync(content))
  })
  await new Promise<void>(resolve => upstream.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void upstream.close())
  const { port } = upstream.address() as AddressInfo
  const { ask } = await startCodeServer({
    'routes/proxy.ts': `export default { fetch: () => fetch('http://127.0.0.1:${port}/') }`,
  })
  const { status, text, headers } = await ask('GET', '/proxy')
  expect([status, text, headers.get('x-upstream')]).toEqual([203, content, '1'])
})

test('responses stream, requests that a client cancels end in the route, and the error of a response that breaks off is logged', async () => {
  const { port, ask } = await startCodeServer(
    {
      'routes/orders.ts': orders,
      'routes/endless.ts': `
let gone = 0
export default {
  fetch(request: Request) {
    if (request.url.endsWith('gone')) return new Response(String(gone))
    request.signal.addEventListener('abort', () => { gone += 1 })
    return new Response(new ReadableStream({ start: controller => controller.enqueue(new TextEncoder().encode('x')) }))
  },
}`,
    },
    { processes: 1 },
  )
  const response = await fetch(`http://127.0.0.1:${port}/orders/stream`)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toBe('one')
  expect(await (await fetch(`http://127.0.0.1:${port}/orders/release`)).text()).toBe('released')
  expect((await reader?.read())?.value).toBe('two')
  expect((await reader?.read())?.done).toBe(true)

  const canceled = get(`http://127.0.0.1:${port}/endless`, incoming => incoming.once('data', () => canceled.destroy()))
  canceled.on('error', () => undefined)
  await vi.waitFor(async () => expect(await (await fetch(`http://127.0.0.1:${port}/endless/gone`)).text()).toBe('1'), {
    timeout: 10_000,
  })
  await expect(fetch(`http://127.0.0.1:${port}/orders/break`).then(broken => broken.text())).rejects.toThrow()
  const report = async () => {
    const { routes } = (await ask('GET', '/api/code')).json as { routes: { file: string; errors: number; lastError: object }[] }
    return routes.find(({ file }) => file === 'routes/orders.ts')
  }
  const lastError = { stack: expect.stringMatching(/^Error: broken\n +at .*hooks\/routes\/orders\.ts:/) }
  await vi.waitFor(async () => expect(await report()).toMatchObject({ errors: 1, lastError }), { timeout: 10_000 })
  const messages = async () =>
    (JSON.parse((await ask('GET', '/api/logs?perPage=200')).text).items as { message: string }[]).map(({ message }) => message)
  await vi.waitFor(async () => expect(await messages()).toContain('A response of the route /orders broke off.'), {
    timeout: 20_000,
    interval: 200,
  })
  // A part that is no bytes is an error of the route: a response with the status 500, or one that breaks off.
  expect((await fetch(`http://127.0.0.1:${port}/orders/objects`)).status).toBe(500)
  await expect(fetch(`http://127.0.0.1:${port}/orders/later`).then(broken => broken.text())).rejects.toThrow()
  const typeError = { stack: expect.stringMatching(/^TypeError: The body of a response must consist of bytes/) }
  await vi.waitFor(async () => expect(await report()).toMatchObject({ errors: 3, lastError: typeError }), { timeout: 10_000 })
})

test('a response that streams ends soon after a file was saved, however long routes may take to respond', async () => {
  const { port, save } = await startCodeServer({ 'routes/orders.ts': orders }, { deadlineMs: 600_000 })
  const response = await fetch(`http://127.0.0.1:${port}/orders/stream`)
  expect(response.status).toBe(200)
  save('routes/orders.ts', `${orders}\n`)
  // It breaks off when the process that sends it is ended.
  await Promise.allSettled([response.text()])
  expect((await fetch(`http://127.0.0.1:${port}/orders/echo`)).status).toBe(200)
})

test('a failing route costs its request a 500 or 504, whose reason only the log shows', async () => {
  const { ask } = await startCodeServer({ 'routes/orders.ts': orders }, { deadlineMs: 1_500, processes: 1 }, 'pool')
  for (const [path, status] of [
    ['throw', 500],
    ['text', 500],
    ['hang', 504],
    ['loop', 500],
    ['exit', 500],
  ] as const) {
    const failed = await ask('GET', `/orders/${path}`)
    expect([path, failed.status, failed.json.code]).toEqual([path, status, status])
    expect(failed.text).not.toContain('private')
    await vi.waitFor(async () => expect((await ask('GET', '/orders/echo')).status).toBe(200), { timeout: 10_000, interval: 200 })
  }
  await wait(3_500)
  const { text } = await ask('GET', '/api/logs?perPage=200&sort=-created')
  const thrown = (JSON.parse(text).items as { message: string; data: { details?: string } }[]).find(
    ({ message }) => message === 'GET /orders/throw',
  )
  expect(thrown?.data.details).toMatch(/^Error: a private detail\n +at .*hooks\/routes\/orders\.ts:20:\d+/)
})

test('bodies of requests to routes are limited, and so are the requests of a client', async () => {
  // All requests have to arrive before the first one ends.
  const { ask } = await startCodeServer({ 'routes/orders.ts': orders }, { deadlineMs: 5_000 })
  const large = new Uint8Array(33 * 1024 * 1024)
  const stream = new Blob([large]).stream()
  expect((await ask('POST', '/orders/echo', large)).status).toBe(413)
  const chunked = await fetch(`http://127.0.0.1:${(await startCodeServer({ 'routes/orders.ts': orders })).port}/orders/echo`, {
    method: 'POST',
    body: stream,
    duplex: 'half',
  } as RequestInit)
  expect(chunked.status).toBe(413)
  const statuses = await Promise.all(
    Array.from({ length: 70 }, async () => (await ask('GET', '/orders/hang', undefined, '')).status),
  )
  expect(statuses.filter(status => status === 429)).toHaveLength(6)
  expect((await ask('GET', '/orders/echo')).status).toBe(200)
})

test('the log has each request to a route with its status and its requester', async () => {
  const { ask, dataDir } = await startCodeServer({ 'routes/orders.ts': orders })
  const bob = signToken(dataDir, 'auth', 'users:bob')
  for (const [token, path] of [
    [undefined, 'echo'],
    [bob, 'echo'],
    ['', 'echo'],
    [bob, 'throw'],
  ])
    await ask('GET', `/orders/${path}?logged`, undefined, token)
  const columns = ['status', 'auth', 'authCollection'].map(column => `json_extract(data, '$.${column}')`)
  const statement = `SELECT ${columns} FROM _logs WHERE message LIKE '%?logged'`
  const logged = () => queryDatabase(dataDir, 'logs', statement).map(String).sort()
  const expected = ['200,admin,_superusers', '200,authRecord,users', '200,guest,', '500,authRecord,users']
  await expect.poll(logged, { timeout: 20_000, interval: 500 }).toEqual(expected)
})

test('metrics count the requests to routes', async () => {
  const { ask, text } = await startCodeServer({ 'routes/orders.ts': orders }, {}, 'inline', {}, { metricsToken: 'metrics' }).then(
    server => ({ ...server, text: async () => (await server.ask('GET', '/api/metrics', undefined, 'Bearer metrics')).text }),
  )
  await ask('GET', '/orders/echo')
  expect(await text()).toMatch(/\{method="GET",route="\/orders\/\*",status="200"\} 1/)
})
