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

/** Makes this process trust the mail servers of the tests, as it does those whose certificates are signed by an authority. */
export const trustMailServers = (): void => setDefaultCACertificates([...getCACertificates('default'), trusted.cert])

/** What a mail server does with a mail: takes it, refuses it with a status, breaks off, or says nothing any more. */
export type Conduct = 'takes' | 'drops' | 'hangs' | { refuses: number; saying?: string }

export interface MailServerSetup {
  /** Encrypts from the first byte, or offers STARTTLS; by default neither. */
  tls?: 'always' | 'offered'
  /** Shows a certificate that nobody vouches for. */
  isUntrusted?: boolean
  /** Takes mails only after these were given. */
  credentials?: { username: string; password: string }
  /** What it does with the first mail, the second and so on; all further ones are taken. */
  conduct?: Conduct[]
  port?: number
  host?: string
}

interface TakenMail {
  from: string
  to: string[]
  source: string
  isEncrypted: boolean
  /** How the client named itself. */
  clientName: string
  authMethod?: string
}

export interface MailServer {
  port: number
  /** What was taken, in its order. */
  taken: TakenMail[]
  /** How many clients came, and how many of them showed credentials. */
  count: { connections: number; logins: number }
  /** Waits until so many mails were taken. */
  expectTaken: (count: number) => Promise<TakenMail[]>
  close: () => Promise<void>
}

// The mail server asks for the protocol after a broken handshake; where the socket is being closed, Node ends the process at that.
const { getProtocol } = TLSSocket.prototype
TLSSocket.prototype.getProtocol = function () {
  return this.destroyed ? null : getProtocol.call(this)
}

type Done = (error?: Error | null) => void

const refusal = (status: number, saying = 'not now') => Object.assign(new Error(saying), { responseCode: status })

const behave = (conduct: Conduct, socket: { destroy: () => void } | undefined, take: () => void, done: Done): void => {
  if (conduct === 'takes') {
    take()
    done()
  } else if (conduct === 'drops') socket?.destroy()
  else if (conduct !== 'hangs') done(refusal(conduct.refuses, conduct.saying))
}

const methodOf = ({ user }: SMTPServerSession): { authMethod?: string } => (typeof user === 'string' ? { authMethod: user } : {})

const isRight = ({ username, password }: SMTPServerAuthentication, wanted: MailServerSetup['credentials']): boolean =>
  username === wanted?.username && password === wanted?.password

/** An SMTP server on this machine that behaves as a test wants it to. */
export async function openMailServer(setup: MailServerSetup = {}): Promise<MailServer> {
  const { tls, credentials, conduct = [], port = 0, host = '127.0.0.1' } = setup
  const taken: TakenMail[] = []
  const count = { connections: 0, logins: 0 }
  const connections = new Set<{ destroy: () => void; remotePort?: number | undefined }>()
  let mails = 0
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
      else done(refusal(535, `no: ${auth.password}`))
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
        behave(conduct[mails++] ?? 'takes', socket, () => taken.push(mail), done)
      })
    },
  })
  server.server.on('connection', socket => {
    connections.add(socket)
    socket.on('error', () => undefined).on('close', () => connections.delete(socket))
  })
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
    close: async () => {
      for (const socket of connections) socket.destroy()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}

/** The preparation after which a copy sends its mails with these settings. */
export const mailSettings = (smtp: Record<string, string | number | boolean>): Preparation => ({
  sql: `UPDATE _params SET value = json_patch(value, '${JSON.stringify({ smtp: { enabled: true, host: '127.0.0.1', tls: false, username: '', password: '', authMethod: '', localName: '', ...smtp } })}') WHERE key = 'settings'`,
})
