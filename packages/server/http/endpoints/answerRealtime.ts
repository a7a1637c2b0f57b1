import { commonHeaders } from '../answers/headers.ts'
import type { HttpParts } from '../HttpParts.ts'
import type { Handler } from '../requests/Exchange.ts'

const streamHeaders = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' }

/** Opens a stream of events. It writes to the connection itself: thousands may be open, and most are silent. */
export const answerRealtime =
  (parts: HttpParts): Handler =>
  ({ head, outgoing }) => {
    // The stream lasts as long as the connection, so nothing has to say where a part of it ends: that would take two more writes each.
    outgoing.useChunkedEncodingByDefault = false
    outgoing.shouldKeepAlive = false
    outgoing.writeHead(200, { ...commonHeaders(head.headers.origin, parts.allowOrigin), ...streamHeaders })
    outgoing.flushHeaders()
    outgoing.socket?.setNoDelay(true)
    // An answer holds back what is written until the end of the turn, which costs more than all else about a short message.
    parts.realtime.connect(outgoing.socket ?? outgoing)
    return undefined
  }
