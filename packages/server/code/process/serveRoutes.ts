import {
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  performServerHandshake,
  type ServerHttp2Stream,
} from 'node:http2'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { connectionHeaders, type RouteCall, routeCallHeader, routeErrorHeader } from './messages.ts'
import type { Route, RouteContext } from './moduleTypes.d.ts'

/** Maximum number of requests that a process handles at once. */
const maxStreams = 1024
/**
 * Limit of canceled requests of all clients together, as a burst and per second. With Node's limits, a thousand clients that cancel a
 * request in half a minute end the connection, and with it all routes.
 */
const maxResets = 2 ** 32 - 1
/** Maximum characters of an error in a header. */
const maxErrorLength = 4096

export interface RouteParts {
  routes: ReadonlyMap<string, Route>
  /** Returns access to records as the client of a call. */
  dataOf: (call: number) => RouteContext['data']
  /** Runs the code of a route for a call. */
  runFor: <T>(call: number, work: () => T) => T
  /** Reports the stack of an error in the body of a response whose headers are sent. */
  reportBrokenBody: (mount: string, error: string) => void
  /** Reports that the code of a call has ended whose client had canceled it before. */
  reportEnd: (call: number) => void
}

const isBodiless = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** Returns the headers that the client has sent, without the headers of HTTP/2 and of the server. */
function headersOf(headers: IncomingHttpHeaders): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith(':') || name === routeCallHeader || value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
}

function requestOf(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, { origin }: RouteCall): Request {
  const { ':method': method = 'GET', ':path': path = '/' } = headers
  const gone = new AbortController()
  const body = isBodiless(method) ? undefined : (Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>)
  // Joined as text: a path such as `//example.com` would otherwise replace the host.
  const url = new URL(origin + path)
  const request = new Request(url, {
    method,
    headers: [...headersOf(headers), ['host', url.host]],
    signal: gone.signal,
    ...(body && { body, duplex: 'half' as const }),
  })
  // Refers to the request, because the signal of a request that is garbage collected does not abort.
  stream.once('close', () => {
    if (!request.signal.aborted) gone.abort()
  })
  // A stream with a body that no one reads does not end, although its client has gone away or has its response.
  stream.once('aborted', () => stream.destroy())
  if (body)
    stream.once('finish', () => {
      if (!request.bodyUsed) stream.destroy()
    })
  return request
}

/** Headers that describe how a body is encoded, and the encodings that `fetch` decodes. */
const encodingHeaders = ['content-encoding', 'content-length']
const decodedEncodings = ['gzip', 'x-gzip', 'deflate', 'br', 'zstd']

/** Whether a response has the headers of an encoded body, which `fetch` has decoded. */
function isDecoded({ url, headers }: Response): boolean {
  const encodings = (headers.get('content-encoding') ?? '').toLowerCase().split(/\s*,\s*/)
  return url !== '' && encodings.every(encoding => decodedEncodings.includes(encoding))
}

/** Returns the headers of a response, which can be one of `fetch`. Only `Set-Cookie` can be sent several times. */
function responseHeaders(response: Response): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers)
  for (const name of [routeErrorHeader, ...connectionHeaders, ...(isDecoded(response) ? encodingHeaders : [])])
    delete headers[name]
  const cookies = response.headers.getSetCookie()
  return cookies.length === 0 ? headers : { ...headers, 'set-cookie': cookies }
}

function fail(stream: ServerHttp2Stream, error: unknown): void {
  if (stream.destroyed) return
  const text = encodeURIComponent(stackOf(error).slice(0, maxErrorLength).toWellFormed())
  if (stream.headersSent) stream.close(constants.NGHTTP2_INTERNAL_ERROR)
  else stream.respond({ ':status': 500, [routeErrorHeader]: text }, { endStream: true })
}

/**
 * Returns the bytes of a part of a body.
 * @throws TypeError if it has none
 */
function bytesOf(part: unknown): Uint8Array {
  if (typeof part === 'string') return Buffer.from(part)
  if (part instanceof Uint8Array) return part
  throw new TypeError('The body of a response must consist of bytes, such as those of a TextEncoder.')
}

/** Cancels a body that is not sent. Its own error concerns no one. */
async function discard(body: ReadableStream<Uint8Array> | null): Promise<void> {
  await body?.cancel().catch(() => undefined)
}

/** Reads a part of a body, unless it is not there yet. */
const readNow = <T>(read: Promise<T>): Promise<T | undefined> => Promise.race([read, nextTurn(undefined)])

/**
 * Sends a body. If it is complete, as most bodies are, it leaves in one packet with its length, which takes a third of the time.
 * Otherwise the headers are sent at once.
 * @param onBroken receives the error of a body whose headers are sent, unless the client has gone away
 */
async function sendBody(
  stream: ServerHttp2Stream,
  head: OutgoingHttpHeaders,
  body: ReadableStream<Uint8Array>,
  onBroken: (error: unknown) => void,
): Promise<void> {
  const reader = body.getReader()
  // A read can wait forever for a body whose client has gone away.
  stream.once('close', () => reader.cancel().catch(() => undefined))
  const reads = [reader.read()]
  const first = await readNow(reads[0] as ReturnType<typeof reader.read>)
  if (first && !first.done) {
    const bytes = bytesOf(first.value)
    reads.push(reader.read())
    const second = await readNow(reads[1] as ReturnType<typeof reader.read>)
    if (second?.done && !stream.destroyed) {
      stream.respond({ ...head, 'content-length': bytes.length })
      stream.end(bytes)
      return
    }
  }
  if (stream.destroyed) return
  stream.respond(head)
  const readNext = async () => {
    try {
      const { done, value } = await (reads.shift() ?? reader.read())
      return done ? undefined : bytesOf(value)
    } catch (error) {
      if (!stream.destroyed) onBroken(error)
      throw error
    }
  }
  const rest = async function* () {
    for (;;) {
      const bytes = await readNext()
      if (!bytes) return
      yield bytes
    }
  }
  await pipeline(rest(), stream)
}

async function handle(
  parts: RouteParts,
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  call: RouteCall,
): Promise<void> {
  const { routes, dataOf, runFor, reportBrokenBody } = parts
  const route = routes.get(call.mount)
  if (!route) throw new Error(`There is no route ${call.mount} anymore.`)
  const request = requestOf(stream, headers, call)
  const context = { user: call.user, ip: call.ip, data: dataOf(call.id) }
  const response = await runFor(call.id, () => route.fetch(request, context))
  if (!(response instanceof Response)) throw new Error(`The route ${call.mount} has returned no Response.`)
  const { body } = response
  if (stream.destroyed) return discard(body)
  const head = { ...responseHeaders(response), ':status': response.status }
  if (body === null || request.method === 'HEAD') {
    stream.respond(head, { endStream: true })
    return discard(body)
  }
  await sendBody(stream, head, body, error => reportBrokenBody(call.mount, stackOf(error)))
}

/** Handles the requests that the server sends over a descriptor of this process, as HTTP/2. */
export function serveRoutes(descriptor: number, parts: RouteParts): void {
  const socket = new Socket({ fd: descriptor, readable: true, writable: true })
  const session = performServerHandshake(socket, {
    settings: { maxConcurrentStreams: maxStreams },
    maxSessionMemory: 64,
    streamResetBurst: maxResets,
    streamResetRate: maxResets,
  })
  session.on('error', () => undefined)
  session.on('stream', (stream, headers) => {
    // A client that goes away resets its stream.
    stream.on('error', () => undefined)
    const call = JSON.parse(String(headers[routeCallHeader])) as RouteCall
    handle(parts, stream, headers, call)
      .catch(error => fail(stream, error))
      .finally(() => {
        if (stream.aborted) parts.reportEnd(call.id)
      })
  })
}

/** Returns the error with those frames of its stack that are in files of the folder of hooks, in which this process runs. */
export function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { stack = '' } = error
  const folder = `${pathToFileURL(process.cwd()).href}/`
  const frames = stack
    .split('\n')
    .filter(line => /^\s+at /.test(line) && line.includes(folder) && !line.includes('/node_modules/'))
  const start = stack.split(/\n\s+at /)[0] || `${error.name}: ${error.message}`
  const cause = error.cause === undefined ? [] : [`Cause: ${stackOf(error.cause)}`]
  return [start, ...frames.map(line => line.replaceAll(folder, 'hooks/')), ...cause].join('\n')
}
