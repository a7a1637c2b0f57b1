import type { OutgoingHttpHeaders } from 'node:http'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { connectionHeaders, routeCallHeader } from '../../code/process/messages.ts'
import type { RouteResponse } from '../../code/RouteChannel.ts'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import { bodyTooLarge, startIdleTimer } from '../bodies/collectBytes.ts'
import { skipLongRest } from '../bodies/unreadBody.ts'
import type { Incoming, Outgoing } from '../connections/httpMessages.ts'

/** Returns the headers of a client for a route. */
export function requestHeaders(headers: RequestHead['headers'], hasBody: boolean): Record<string, string> {
  const dropped = [...connectionHeaders, routeCallHeader, 'host', ...(hasBody ? [] : ['content-length'])]
  const entries = Object.entries(headers).filter(([name]) => !dropped.includes(name) && !name.startsWith(':'))
  return Object.fromEntries(entries)
}

/** Returns the headers of a response. The route can replace the headers that all responses of the server have. */
export function responseHeaders({ headers }: RouteResponse, common: Record<string, string>): Record<string, string | string[]> {
  const own = Object.entries(headers).filter(([name]) => !name.startsWith(':') && !connectionHeaders.includes(name))
  const known = Object.entries(common).filter(([name]) => headers[name.toLowerCase()] === undefined)
  return Object.fromEntries([...known, ...own]) as Record<string, string | string[]>
}

/** Passes a body on, up to the limit, and fails if the client sends nothing for a while. */
export function limitBody(body: Readable, limit: number): Transform {
  let length = 0
  const idle = startIdleTimer(error => limited.destroy(error))
  const limited = new Transform({
    transform: (chunk: Buffer, _, done) => {
      idle.refresh()
      length += chunk.length
      if (length > limit) done(bodyTooLarge(limit))
      else done(null, chunk)
    },
  })
  limited.on('close', () => clearTimeout(idle))
  body.on('error', error => limited.destroy(error)).pipe(limited)
  return limited
}

/** Discards what a client still sends after the response of a route that has not read its whole body. Otherwise both would wait. */
export async function discardRest(body: Incoming, limited: Transform): Promise<void> {
  if (body.readableEnded) return
  body.unpipe(limited)
  limited.destroy()
  if (!(await skipLongRest(body))) body.destroy()
}

/** Returns scheme and host as the client has requested them. */
export function originOf({ headers, isSecure }: RequestHead): string {
  const { host = headers[':authority'] ?? 'localhost' } = headers
  const origin = `${isSecure ? 'https' : 'http'}://${host}`
  return URL.canParse(origin) ? origin : 'http://localhost'
}

/** Percent-encodes what is not ASCII, which a request target can contain once it is decoded. */
export function inAscii(target: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII is meant
  return target.replace(/[^\x00-\x7f]+/gu, text => encodeURIComponent(text.toWellFormed()))
}

/** Bodies up to this number of bytes are sent at once. */
const maxWholeBytes = 64 * 1024

/** Collects a body. `buffer` of Node makes a Blob of it first, which takes as long as sending it. */
function collect(stream: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    stream.on('data', chunk => chunks.push(chunk))
    stream.on('end', () => resolve(Buffer.concat(chunks)))
    stream.on('error', reject)
    stream.on('close', () => {
      if (!stream.readableEnded) reject(new Error('The route broke off its response.'))
    })
  })
}

/** Sends the response of a route. If the client or the route breaks off, the other one is closed. */
export async function sendRouteResponse(
  outgoing: Outgoing,
  { status, stream, headers }: RouteResponse,
  sent: OutgoingHttpHeaders,
): Promise<void> {
  const target = outgoing.stream ?? outgoing
  try {
    // The body has arrived with the headers, so it is not waited for.
    const whole = Number(headers['content-length']) <= maxWholeBytes ? await collect(stream) : undefined
    outgoing.writeHead(status, sent)
    if (whole) outgoing.end(whole)
    else {
      // The first part of the body can come much later.
      outgoing.flushHeaders()
      await pipeline(stream, target)
    }
  } catch {
    stream.destroy()
    target.destroy()
  }
}
