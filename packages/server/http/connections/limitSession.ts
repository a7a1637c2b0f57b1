import { constants, type Http2Session } from 'node:http2'
import { closeConnection } from './closeConnection.ts'

/** Bytes that a client can send before they are read, for all requests together. */
const connectionWindowBytes = 1024 * 1024
/** Maximum number of pings and changed settings per minute. Node answers each of them. */
const maxControlFrames = 1_000
const minuteMs = 60_000
/** Milliseconds that a session has to close before its connection is closed. */
const closeTimeoutMs = 1_000

/** Closes a session while it has no request for longer than `idleTimeoutMs`, even if the client keeps it alive with pings. */
function closeWhenIdle(session: Http2Session, idleTimeoutMs: number): void {
  let open = 0
  const close = () => {
    session.close()
    setTimeout(() => closeConnection(session), closeTimeoutMs).unref()
  }
  let timer = setTimeout(close, idleTimeoutMs).unref()
  session.on('stream', stream => {
    clearTimeout(timer)
    open += 1
    stream.once('close', () => {
      open -= 1
      if (open === 0 && !session.destroyed) timer = setTimeout(close, idleTimeoutMs).unref()
    })
  })
  session.once('close', () => clearTimeout(timer))
}

/** Closes a session whose client sends more control frames than any client needs. */
function limitControlFrames(session: Http2Session): void {
  let count = 0
  let since = performance.now()
  const countFrame = () => {
    if (performance.now() - since > minuteMs) [count, since] = [0, performance.now()]
    count += 1
    if (count <= maxControlFrames || session.destroyed) return
    session.destroy(new Error('The client sent too many control frames.'), constants.NGHTTP2_ENHANCE_YOUR_CALM)
    setTimeout(() => closeConnection(session), closeTimeoutMs).unref()
  }
  session.on('ping', countFrame).on('remoteSettings', countFrame)
}

/** Limits what the client of an HTTP/2 session can do beside its requests. */
export function limitSession(session: Http2Session, { idleTimeoutMs }: { idleTimeoutMs: number }): void {
  session.setLocalWindowSize(connectionWindowBytes)
  closeWhenIdle(session, idleTimeoutMs)
  limitControlFrames(session)
}
