import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { HttpEnv } from './HttpEnv.ts'
import type { HttpParts } from './HttpParts.ts'
import { commonHeaders } from './headers.ts'
import { requestHead } from './requestHead.ts'

const streamHeaders = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' }

/** Opens a stream of events. It writes to the connection itself: thousands may be open, and most are silent. */
export const answerRealtime =
  (parts: HttpParts) =>
  (context: Context<HttpEnv>): Response => {
    const { outgoing } = context.env
    if (!outgoing) throw new Error('Events need a connection.')
    const { origin } = requestHead(context).headers
    // The stream lasts as long as the connection, so nothing has to say where a part of it ends: that would take two more writes each.
    outgoing.useChunkedEncodingByDefault = false
    outgoing.shouldKeepAlive = false
    outgoing.writeHead(200, { ...commonHeaders(origin, parts.allowOrigin), ...streamHeaders })
    outgoing.socket?.setNoDelay(true)
    parts.realtime.connect(outgoing)
    return RESPONSE_ALREADY_SENT
  }
