import { once } from 'node:events'
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2'
import { buffer } from 'node:stream/consumers'

export interface Http2Response {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  text: string
}

interface Http2Request {
  headers?: OutgoingHttpHeaders
  body?: string | Uint8Array
}

/** A connection to a server on this machine over HTTP/2. */
export interface Http2Connection {
  session: ClientHttp2Session
  /** Starts a request, whose body is sent by the caller, unless the request has none. */
  start: (method: string, path: string, headers?: OutgoingHttpHeaders, hasBody?: boolean) => ClientHttp2Stream
  /** Sends a request and reads the whole response. */
  send: (method: string, path: string, request?: Http2Request) => Promise<Http2Response>
  close: () => void
}

/** Reads the response to a request. */
async function readResponse(stream: ClientHttp2Stream): Promise<Http2Response> {
  const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders]
  const body = await buffer(stream)
  return { status: Number(headers[constants.HTTP2_HEADER_STATUS]), headers, body, text: body.toString() }
}

/**
 * Connects over HTTP/2.
 * @param ca the certificate of the authority that the client trusts, as PEM
 * @param host the name that the client expects in the certificate
 */
export async function openHttp2(port: number, ca: string, host = 'localhost'): Promise<Http2Connection> {
  const session = connect(`https://127.0.0.1:${port}`, { ca, servername: host })
  session.on('error', () => undefined)
  await once(session, 'connect')
  const start: Http2Connection['start'] = (method, path, headers = {}, hasBody = false) => {
    const own = { ':method': method, ':path': path, ':authority': `${host}:${port}` }
    const stream = session.request({ ...own, ...headers }, { endStream: !hasBody })
    stream.on('error', () => undefined)
    return stream
  }
  return {
    session,
    start,
    send: (method, path, { headers = {}, body } = {}) => {
      const stream = start(method, path, headers, body !== undefined)
      if (body !== undefined) stream.end(body)
      return readResponse(stream)
    },
    close: () => session.destroy(),
  }
}
