import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls'
import { SMTPServer, type SMTPServerAuthentication, type SMTPServerSession } from 'smtp-server'
import { expect } from 'vitest'
import type { Preparation } from './copySample.ts'
import { mailFixturesDir } from './paths.ts'

const read = (name: string) => readFileSync(join(mailFixturesDir, name), 'utf8')
const trusted = { key: read('mailServer.key'), cert: read('mailServer.crt') }
const stranger = { key: read('stranger.key'), cert: read('stranger.crt') }

/** Makes this process trust the certificates of the test mail servers, as if an authority had signed them. */
export function trustMailServers(): void {
  setDefaultCACertificates([...getCACertificates('default'), trusted.cert])
}

/** The reaction of a mail server to an email: accepts it, rejects it with a status, disconnects, or stops responding. */
export type Reaction = 'accepts' | 'disconnects' | 'hangs' | { status: number; message?: string }

export interface MailServerSetup {
  /** Whether TLS is implicit or offered as STARTTLS; neither by default. */
  tls?: 'always' | 'offered'
  /** Uses a certificate that is not trusted. */
  isUntrusted?: boolean
  /** Credentials that are required before an email is accepted. */
  credentials?: { username: string; password: string }
  /** The reactions to the first emails, in order; later ones are accepted. */
  reactions?: Reaction[]
  port?: number
  host?: string
}

interface TakenMail {
  from: string
  to: string[]
  source: string
  isEncrypted: boolean
  /** The name in the client's greeting. */
  clientName: string
  authMethod?: string
}

export interface MailServer {
  port: number
  /** The accepted emails, in order. */
  taken: TakenMail[]
  /** Number of connections, of sign-in attempts, and of emails that have arrived, accepted or not. */
  count: { connections: number; logins: number; mails: number }
  /** Waits until this number of emails was accepted. */
  expectTaken: (count: number) => Promise<TakenMail[]>
  /** Ends all connections. */
  disconnect: () => void
  close: () => Promise<void>
}

// The mail server reads the protocol after a failed handshake, which crashes Node if the socket is closing.
const { getProtocol } = TLSSocket.prototype
TLSSocket.prototype.getProtocol = function () {
  return this.destroyed ? null : getProtocol.call(this)
}

type Done = (error?: Error | null) => void

const rejection = (status: number, message = 'not now') => Object.assign(new Error(message), { responseCode: status })

function behave(reaction: Reaction, socket: { destroy: () => void } | undefined, take: () => void, done: Done): void {
  if (reaction === 'accepts') {
    take()
    done()
  } else if (reaction === 'disconnects') socket?.destroy()
  else if (reaction !== 'hangs') done(rejection(reaction.status, reaction.message))
}

const methodOf = ({ user }: SMTPServerSession): { authMethod?: string } => (typeof user === 'string' ? { authMethod: user } : {})

const isRight = ({ username, password }: SMTPServerAuthentication, wanted: MailServerSetup['credentials']): boolean =>
  username === wanted?.username && password === wanted?.password

/** Starts an SMTP server on this machine with the given behavior. */
export async function openMailServer(setup: MailServerSetup = {}): Promise<MailServer> {
  const { tls, credentials, reactions = [], port = 0, host = '127.0.0.1' } = setup
  const taken: TakenMail[] = []
  const count = { connections: 0, logins: 0, mails: 0 }
  const connections = new Set<{ destroy: () => void; remotePort?: number | undefined }>()
  const server = new SMTPServer({
    secure: tls === 'always',
    ...(setup.isUntrusted ? stranger : trusted),
    authOptional: credentials === undefined,
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    disabledCommands: [...(tls === 'offered' ? [] : ['STARTTLS']), ...(credentials ? [] : ['AUTH'])],
    disableReverseLookup: true,
    onConnect: (_, done) => {
      count.connections += 1
      done()
    },
    onAuth: (auth, _, done) => {
      count.logins += 1
      if (isRight(auth, credentials)) done(null, { user: auth.method })
      else done(rejection(535, `no: ${auth.password}`))
    },
    onData: (stream, session, done) => {
      void buffer(stream).then(source => {
        const { mailFrom, rcptTo } = session.envelope
        const mail: TakenMail = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source: source.toString('utf8'),
          isEncrypted: session.secure,
          clientName: session.hostNameAppearsAs,
          ...methodOf(session),
        }
        const socket = [...connections].find(({ remotePort }) => remotePort === session.remotePort)
        behave(reactions[count.mails++] ?? 'accepts', socket, () => taken.push(mail), done)
        // The stream of a client that was killed fails.
      }, done)
    },
  })
  server.server.on('connection', socket => {
    connections.add(socket)
    socket.on('error', () => undefined).on('close', () => connections.delete(socket))
  })
  const disconnect = () => {
    for (const socket of connections) socket.destroy()
  }
  server.on('error', () => undefined)
  server.listen(port, host)
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    count,
    expectTaken: async number => {
      await expect.poll(() => taken.length, { interval: 20 }).toBeGreaterThanOrEqual(number)
      return taken
    },
    disconnect,
    close: async () => {
      disconnect()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}

/** Makes a copy send its emails with these settings. */
export function mailSettings(smtp: Record<string, string | number | boolean>): Preparation {
  return {
    sql: `UPDATE _params SET value = json_patch(value, '${JSON.stringify({ smtp: { enabled: true, host: '127.0.0.1', tls: false, username: '', password: '', authMethod: '', localName: '', ...smtp } })}') WHERE key = 'settings'`,
  }
}
