import { once } from 'node:events'
import { type IncomingMessage, request as open } from 'node:http'
import { expect, test, vi } from 'vitest'
import { readLimits } from '../../harness/readLimits.ts'
import { startCodeServer } from './harness.ts'

const largeBytes = 1_000_000

/** A route whose responses do not end before their clients go away. It counts what it holds. */
const endless = `
const held = { streams: 0, calls: 0 }
let [opened, aborted] = [0, 0]
const released = Promise.withResolvers()
const bytes = (length: number) => new Uint8Array(length).fill(120)
const stream = (source: object) => {
  held.streams += 1
  return new Response(new ReadableStream({ ...source, cancel() { held.streams -= 1 } }))
}
export default {
  async fetch(request: Request) {
    const { pathname } = new URL(request.url)
    if (pathname === '/endless/held') return Response.json({ opened, aborted, ...held })
    if (pathname === '/endless/release') {
      released.resolve(undefined)
      return new Response()
    }
    opened += 1
    const gone = new Promise(resolve => request.signal.addEventListener('abort', resolve))
    gone.then(() => { aborted += 1 })
    if (pathname === '/endless/part') return stream({ start: controller => controller.enqueue(bytes(1)) })
    if (pathname === '/endless/full') return stream({ pull: controller => controller.enqueue(bytes(65_536)) })
    if (pathname === '/endless/large') return new Response(bytes(${largeBytes}))
    if (pathname === '/endless/silent' || pathname === '/endless/unread') return stream({})
    held.calls += 1
    await (pathname === '/endless/deaf' ? released.promise : gone)
    held.calls -= 1
    return pathname === '/endless/late' ? stream({}) : new Response()
  },
}`

/** When a client leaves: before the response begins, after its head, or after a part of its body. */
const kinds = {
  part: 'body',
  full: 'head',
  silent: 'head',
  unread: 'head',
  never: 'start',
  late: 'start',
  deaf: 'start',
} as const

/** Sends a request whose client goes away. `areOpen` resolves once the route has got it. */
async function leave(port: number, kind: keyof typeof kinds, areOpen?: Promise<unknown>): Promise<void> {
  const isUpload = kind === 'unread'
  const request = open({ port, path: `/endless/${kind}`, method: isUpload ? 'POST' : 'GET', agent: false })
  const closed = new Promise(resolve => request.on('error', () => undefined).on('close', resolve))
  const head = once(request, 'response') as Promise<[IncomingMessage]>
  head.catch(() => undefined)
  if (isUpload) request.setHeader('Content-Length', 4 * 1024 * 1024).write(Buffer.alloc(512 * 1024))
  else request.end()
  if (kinds[kind] === 'start') await areOpen
  else {
    const [response] = await head
    if (kinds[kind] === 'body') await once(response, 'data')
  }
  request.destroy()
  await closed
}

const patiently = { timeout: 30_000, interval: 50 }
/** Number of clients that leave at the same time: fewer than the requests to routes that an address can have. */
const concurrentClients = 32

async function startEndless() {
  const { port, admin, ask, stop } = await startCodeServer({ 'routes/endless.ts': endless }, { processes: 1 })
  const heldByRoute = async () => (await ask('GET', '/endless/held')).json as Record<'opened' | 'aborted', number>
  const held = async () => {
    const { resources } = await readLimits(port, admin)
    return { requests: resources.find(({ name }) => name === 'routeRequests')?.used, route: await heldByRoute() }
  }
  /** Resolves once the process of the route and the server hold nothing anymore. */
  const areClosed = () =>
    vi.waitFor(async () => expect(await held()).toMatchObject({ requests: 0, route: { streams: 0, calls: 0 } }), patiently)
  /** Sends requests of clients that go away at the same time. */
  const leaveTogether = async (kind: keyof typeof kinds, count = concurrentClients) => {
    const { opened } = await heldByRoute()
    const left = Promise.withResolvers<void>()
    const areLeaving = Promise.all(Array.from({ length: count }, () => leave(port, kind, left.promise)))
    await vi.waitFor(async () => expect((await heldByRoute()).opened).toBe(opened + count), patiently)
    left.resolve()
    await areLeaving
  }
  return { port, ask, stop, held, areClosed, leaveTogether }
}

test.each(['part', 'full', 'silent', 'unread', 'never', 'late'] as const)(
  'clients that go away from a response of the kind "%s" leave nothing open in the server and in the process of the route',
  async kind => {
    const { areClosed, leaveTogether } = await startEndless()
    // The server waits for 20 seconds until it notices that a client has gone away whose body it does not read.
    for (let round = kind === 'unread' ? 2 : 0; round < 3; round += 1) {
      await leaveTogether(kind)
      await areClosed()
    }
  },
)

test('a route answers after more clients have gone away than its process can have streams at once', async () => {
  const { ask, areClosed, leaveTogether } = await startEndless()
  for (let round = 0; round < 40; round += 1) await leaveTogether('part')
  await areClosed()
  expect((await ask('GET', '/endless/held')).json).toMatchObject({ opened: 1_280 })
})

test('a canceled request counts for its client until the code of the route has ended', async () => {
  const { ask, held, areClosed, leaveTogether } = await startEndless()
  await leaveTogether('deaf')
  await vi.waitFor(async () => expect((await held()).route.aborted).toBe(concurrentClients), patiently)
  expect((await held()).requests).toBe(concurrentClients)
  await ask('GET', '/endless/release')
  await areClosed()
})

test('a response to a body that the route does not read arrives completely, and nothing stays open', async () => {
  const { port, held, areClosed } = await startEndless()
  const send = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/endless/large`, {
      method: 'POST',
      body: new Uint8Array(2 * 1024 * 1024),
    })
    return (await response.bytes()).length
  }
  for (let round = 0; round < 4; round += 1) expect(await Promise.all([send(), send()])).toEqual([largeBytes, largeBytes])
  await areClosed()
  // Their streams have ended, too.
  await vi.waitFor(async () => expect((await held()).route.aborted).toBe(8), patiently)
})

test('the server stops while clients wait for responses that do not end', async () => {
  const { port, stop } = await startEndless()
  const responses = await Promise.all(
    (['part', 'full', 'silent'] as const).map(kind => fetch(`http://127.0.0.1:${port}/endless/${kind}`)),
  )
  const [stopped, ...ended] = await Promise.allSettled([stop(), ...responses.map(response => response.text())])
  expect(stopped.status).toBe('fulfilled')
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
})
