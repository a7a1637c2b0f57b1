import type { Socket } from 'node:net'
import { createSecureContext, createServer, type SecureContext, type Server } from 'node:tls'
import type { KeyPair } from '../parseKeyPair.ts'

/** The protocol of TLS-ALPN-01 (RFC 8737). */
const challengeProtocol = 'acme-tls/1'

const handshakeTimeoutMs = 10_000

/** The challenges that an authority can currently ask this server for, to prove that it controls a domain. */
export class Challenges {
  readonly #httpResponses = new Map<string, string>()
  readonly #certificates = new Map<string, SecureContext>()
  #server: Server | undefined

  /** Whether a connection can be a challenge of TLS-ALPN-01. */
  get hasTls(): boolean {
    return this.#certificates.size > 0
  }

  /** Offers the response of HTTP-01 to a token. Returns a function that withdraws it. */
  offerHttp(token: string, response: string): () => void {
    this.#httpResponses.set(token, response)
    return () => this.#httpResponses.delete(token)
  }

  /** Offers the certificate of TLS-ALPN-01 for a domain. Returns a function that withdraws it. */
  offerTls(domain: string, pair: KeyPair): () => void {
    this.#certificates.set(domain, createSecureContext(pair))
    return () => this.#certificates.delete(domain)
  }

  /** Returns the response of HTTP-01 to a token. */
  httpResponse(token: string): string | undefined {
    return this.#httpResponses.get(token)
  }

  /** Answers a connection whose client asks for the protocol of TLS-ALPN-01. */
  answerTls(socket: Socket): void {
    this.#server ??= createServer({
      ALPNProtocols: [challengeProtocol],
      handshakeTimeout: handshakeTimeoutMs,
      SNICallback: (name, choose) => {
        const context = this.#certificates.get(name.toLowerCase())
        if (context) choose(null, context)
        else choose(new Error('There is no challenge for this name.'))
      },
    })
      .on('secureConnection', connection => connection.end())
      .on('tlsClientError', (_, connection) => connection.destroy())
    this.#server.emit('connection', socket)
  }
}
