import type { Writable } from 'node:stream'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import { parseQuery } from '../../messages/parseQuery.ts'
import type { Client } from '../../runtime/clients/Client.ts'
import type { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import { dropHead, type Outgoing } from '../connections/httpMessages.ts'
import { closeOnNextRequest } from '../connections/waitingRequests.ts'
import type { HttpParts } from '../HttpParts.ts'
import type { Handler } from '../requests/requestHead.ts'
import { commonHeaders } from '../responses/headers.ts'
import { connectWithHooks, hasConnectHooks } from './connectWithHooks.ts'
import { scriptRequestOf } from './readScriptRequest.ts'

const streamHeaders = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' }

/** Sends the head of a response, and returns the stream for its body: over HTTP/1.1, the socket. */
function openStream(outgoing: Outgoing, headers: Record<string, string>): Writable {
  if (outgoing.stream) {
    outgoing.writeHead(200, headers)
    return outgoing.stream
  }
  // The stream ends with the connection, so it needs no chunked encoding, which would take two more writes for each event.
  outgoing.useChunkedEncodingByDefault = false
  outgoing.shouldKeepAlive = false
  outgoing.writeHead(200, headers)
  outgoing.flushHeaders()
  const { socket } = outgoing
  if (!socket) return outgoing
  socket.setNoDelay(true)
  closeOnNextRequest(socket)
  // A ServerResponse buffers writes until the next tick, which costs more than everything else about a short event.
  return socket
}

/** Returns the id of the last event that a client has received: browsers send it as a header when they connect again. */
function lastEventIdOf({ headers, url }: RequestHead): string | undefined {
  return headers['last-event-id'] ?? parseQuery(url).find(([name]) => name === 'lastEventId')?.[1]
}

/**
 * Counts the head of a request, which hooks of scripts can read for as long as its stream is open.
 * @throws Rejection `limited` or `busy` if its client has no room
 */
function countHead(clients: ClientLedger, client: Client, { url, headers }: RequestHead, outgoing: Outgoing): void {
  const length = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, url.length)
  const hold = clients.hold('subscriptionBytes', client, length)
  outgoing.once('close', () => hold.release())
}

/** Opens an event stream, which writes to the connection directly: thousands can be open, and most of them are idle. */
export function handleRealtime(
  parts: Pick<HttpParts, 'realtime' | 'limits' | 'policy' | 'scripts' | 'monitoring' | 'files'>,
): Handler {
  return (head, incoming, outgoing) => {
    const headers = { ...commonHeaders(head.headers.origin, parts.policy.allowOrigin), ...streamHeaders }
    const lastEventId = lastEventIdOf(head)
    const { scripts } = parts
    const { clients } = parts.limits
    const client = clients.clientOf(head)
    if (scripts?.hasStreamHooks) countHead(clients, client, head, outgoing)
    const holds = parts.realtime.open(client)
    if (hasConnectHooks(scripts)) {
      const open = (more: Record<string, string>) => openStream(outgoing, { ...headers, ...more })
      return connectWithHooks({ ...parts, scripts }, { head, outgoing, holds, lastEventId }, open)
    }
    const request = parts.scripts?.hasStreamHooks ? scriptRequestOf(parts.policy, head) : undefined
    const stream = openStream(outgoing, headers)
    dropHead(incoming)
    parts.realtime.connect(stream, holds, lastEventId, request)
    return undefined
  }
}
