import { createSecureServer, type Http2SecureServer } from 'node:http2'
import type { SecureContextOptions, TlsOptions } from 'node:tls'
import { answerChallenges, type TlsChallenges } from './answerChallenges.ts'
import { trackSockets } from './closeConnection.ts'
import { streamWindowBytes, type UnreadCounter } from './createUnreadCounter.ts'
import { http1Limits } from './http1Limits.ts'
import { limitSession } from './limitSession.ts'

/** The certificates of a server. */
export interface TlsIdentity {
  /** The certificate and key for all clients, or a callback that chooses them by the server name that the client sends. */
  options: Pick<TlsOptions, 'cert' | 'key' | 'SNICallback'>
  /** Calls a function with each later certificate and its key. */
  onChange?: (apply: (credentials: Pick<SecureContextOptions, 'cert' | 'key'>) => void) => void
  /** Counts the bodies that clients send before they are read, and the responses to invalid requests. */
  unread?: UnreadCounter
  /** The challenges of the certificate authority. */
  challenges?: TlsChallenges
}

/** Milliseconds for a TLS handshake. */
const handshakeTimeoutMs = 15_000
/** Maximum requests of an HTTP/2 connection that are open at the same time: a hundred event streams, and the requests beside them. */
const maxConcurrentStreams = 128
/** Maximum number of headers. Browsers send each cookie as a header of its own. */
const maxHeaders = 256
/**
 * Maximum number of requests that a client can cancel on one connection in a burst: twice `maxConcurrentStreams`, because a browser that
 * leaves a page cancels all of its requests. With Node's default of 1,000, bursts cost the server ten times the client's processor time.
 */
const maxCanceled = 256
/** Maximum number of requests per second that a client can cancel after such a burst. It is Node's default. */
const maxCanceledPerSecond = 33
/** Maximum number of invalid frames of a session. */
const maxInvalidFrames = 100

/** Opens a server for HTTP/1.1 and HTTP/2 over TLS. */
export function openSecureServer({ options, onChange, challenges }: TlsIdentity): Http2SecureServer {
  const server = createSecureServer({
    ...options,
    minVersion: 'TLSv1.2',
    handshakeTimeout: handshakeTimeoutMs,
    allowHTTP1: true,
    http1Options: http1Limits,
    settings: {
      maxConcurrentStreams,
      initialWindowSize: streamWindowBytes,
      maxHeaderListSize: http1Limits.maxHeaderSize,
      enablePush: false,
    },
    maxHeaderListPairs: maxHeaders,
    maxSessionInvalidFrames: maxInvalidFrames,
    streamResetBurst: maxCanceled,
    streamResetRate: maxCanceledPerSecond,
  })
  trackSockets(server)
  server.on('session', session => limitSession(session, { idleTimeoutMs: http1Limits.keepAliveTimeout }))
  if (challenges) answerChallenges(server, challenges)
  onChange?.(credentials => server.setSecureContext(credentials))
  return server
}
