import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'

/** A request. One over HTTP/2 has a stream, and Node's compatible interface for everything else that the server uses. */
export type Incoming = IncomingMessage & { readonly stream?: ServerHttp2Stream }

/** A response. One over HTTP/2 has a stream, and Node's compatible interface for everything else that the server uses. */
export type Outgoing = ServerResponse & { readonly stream?: ServerHttp2Stream }

/** Whether the client can no longer receive the response, because it disconnected or canceled the request. */
export function isCanceled({ stream, destroyed }: Outgoing): boolean {
  return stream ? stream.destroyed || stream.closed : destroyed
}
