import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Address } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  to: string
  from: string
  subject: string
  /** The plain text, '' if the email has none. */
  text: string
  html: string
}

export interface MailSink {
  port: number
  /** Returns the emails since the last call: waits up to twenty seconds for `count` of them, then a moment for unexpected ones. */
  take: (count: number) => Promise<ReceivedMail[]>
  close: () => Promise<void>
}

const needsQuotes = /[()<>@,:;".[\]\\]/

const writeName = (name: string) => (needsQuotes.test(name) ? `"${name.replace(/[\\"]/g, '\\$&')}"` : name)

const writeAddress = ({ name, address }: Address) => (name === '' ? (address ?? '') : `${writeName(name)} <${address}>`)

async function readMail(source: Buffer): Promise<ReceivedMail> {
  const { to = [], from, subject = '', text = '', html = '' } = await PostalMime.parse(source)
  return {
    to: to.map(writeAddress).join(', '),
    from: from === undefined ? '' : writeAddress(from),
    subject,
    text: text.replaceAll('\r\n', '\n'),
    html,
  }
}

/** Starts an SMTP server on a free port of this machine that accepts and stores every email. */
export async function openMailSink(): Promise<MailSink> {
  let mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData: (stream, _session, done) => {
      buffer(stream)
        .then(readMail)
        .then(mail => mails.push(mail))
        .then(() => done(), done)
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')

  async function take(count: number): Promise<ReceivedMail[]> {
    const end = Date.now() + 20_000
    while (Date.now() < end && mails.length < count) await sleep(20)
    await sleep(400)
    const taken = mails
    mails = []
    return taken
  }

  return {
    port: (server.server.address() as AddressInfo).port,
    take,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}
