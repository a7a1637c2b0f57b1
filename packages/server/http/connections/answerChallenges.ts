import type { Socket } from 'node:net'
import type { Server } from 'node:tls'

/** The challenges that a certificate authority sends as TLS connections. */
export interface TlsChallenges {
  /** Whether a connection can be a challenge. */
  readonly hasTls: boolean
  answerTls: (socket: Socket) => void
}

/** The protocol of TLS-ALPN-01 (RFC 8737). */
const challengeProtocol = 'acme-tls/1'

/** Milliseconds for the first message of a client. */
const helloTimeoutMs = 10_000

/** Reads the first message of a client, and puts it back. Returns whether the client asks for the protocol of challenges. */
async function isChallenge(socket: Socket): Promise<boolean> {
  // Until the server listens itself, a connection that its client resets would end the process.
  socket.on('error', () => undefined)
  const { getExtensionData, readTlsClientHello } = await import('read-tls-client-hello')
  const timer = setTimeout(() => socket.destroy(), helloTimeoutMs).unref()
  try {
    const hello = await readTlsClientHello(socket)
    return getExtensionData(hello, 'application_layer_protocol_negotiation')?.protocols.includes(challengeProtocol) ?? false
  } catch {
    // The server itself rejects what is not TLS.
    return false
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Passes challenges to their own server. Node chooses a certificate before it knows the protocol, so a challenge is only recognized by
 * the first message of its client, which is read while a challenge is expected.
 */
export function answerChallenges(server: Server, challenges: TlsChallenges): void {
  const [accept] = server.listeners('connection')
  if (!accept) throw new Error('The server accepts no connections.')
  server.removeAllListeners('connection')
  server.on('connection', async (socket: Socket) => {
    if (challenges.hasTls && (await isChallenge(socket))) challenges.answerTls(socket)
    else accept.call(server, socket)
  })
}
