import type { HttpParts } from '../HttpParts.ts'
import type { Handler } from '../requests/requestHead.ts'
import { commonHeaders } from '../responses/headers.ts'

const streamHeaders = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' }

/** Opens an event stream, which writes to the socket directly: thousands can be open, and most of them are idle. */
export const handleRealtime =
  (parts: HttpParts): Handler =>
  (head, _incoming, outgoing) => {
    // The stream ends with the connection, so it needs no chunked encoding, which would take two more writes for each event.
    outgoing.useChunkedEncodingByDefault = false
    outgoing.shouldKeepAlive = false
    outgoing.writeHead(200, { ...commonHeaders(head.headers.origin, parts.allowOrigin), ...streamHeaders })
    outgoing.flushHeaders()
    outgoing.socket?.setNoDelay(true)
    // A ServerResponse buffers writes until the next tick, which costs more than everything else about a short event.
    parts.realtime.connect(outgoing.socket ?? outgoing)
    return undefined
  }
