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

/** Removes URL and headers of a request, up to 64 KiB, which Node would keep in memory until the response ends. */
export function dropHead(incoming: Incoming): void {
  // Over HTTP/1.1, reading the headers creates them from the raw ones. Over HTTP/2, the URL is one of them.
  const { headers, rawHeaders } = incoming
  incoming.url = ''
  for (const name of Object.keys(headers)) delete headers[name]
  rawHeaders.length = 0
}
