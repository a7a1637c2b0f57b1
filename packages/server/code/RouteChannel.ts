import { type ClientHttp2Session, type ClientHttp2Stream, connect, type IncomingHttpHeaders } from 'node:http2'
import type { Duplex, Readable } from 'node:stream'
import { type RouteCall, routeCallHeader } from './process/messages.ts'

/** A request to a route, without the headers that HTTP/2 forbids. */
export interface RouteRequest extends Omit<RouteCall, 'id'> {
  method: string
  /** Path and query, in ASCII. */
  target: string
  headers: Readonly<Record<string, string>>
  /** Absent if the request has no body. */
  body?: Readable
  /** The `Authorization` header, with which the route can act as the client. */
  authorization: string | undefined
  /** Aborts when the client goes away. */
  signal: AbortSignal
}

/** The beginning of a response of a route. The stream has its body. */
export interface RouteResponse {
  status: number
  headers: IncomingHttpHeaders
  /** The stack of the error, if the route has failed. */
  error?: string | undefined
  stream: ClientHttp2Stream
}

/** Sends requests to the routes of a process, as HTTP/2 over one of its descriptors, so that bodies stream and can be canceled. */
export class RouteChannel {
  readonly #session: ClientHttp2Session

  /** @param onClosed is called when no request can be sent anymore */
  constructor(channel: Duplex, onClosed: () => void) {
    this.#session = connect('http://routes', { createConnection: () => channel, maxSessionMemory: 64 })
    // The end of the process is reported for each stream.
    this.#session.on('error', () => undefined)
    channel.on('error', () => undefined)
    this.#session.on('close', onClosed)
    this.#session.unref()
  }

  /** Sends a request. The stream emits `response`, or is closed. */
  open(id: number, { method, target, headers, body, mount, user, origin, ip }: RouteRequest): ClientHttp2Stream {
    const call: RouteCall = { id, mount, user, origin, ip }
    const sent = { ...headers, ':method': method, ':path': target, [routeCallHeader]: JSON.stringify(call) }
    const stream = this.#session.request(sent, { endStream: !body })
    // Only this cancels the stream at once: "close" first sends what the process of the route may never read.
    body?.on('error', () => stream.destroy()).pipe(stream)
    return stream
  }

  close(): void {
    this.#session.destroy()
  }
}
