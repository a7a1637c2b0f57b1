import { mask, type Smtp } from '@coffer/schema'
import { createTransport, type NodemailerError } from 'nodemailer'
import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport'
import { randomSecret } from '../crypto/randomText.ts'
import type { ComposedMail, Recipient } from './MailJob.ts'
import { MailError } from './MailJob.ts'
import { plainText } from './plainText.ts'

const loopbackHosts = new Set(['localhost', '127.0.0.1', '::1'])

/**
 * Returns the options of an SMTP connection. STARTTLS is used if the server offers it, and required if credentials are sent to
 * another machine. Certificates are verified.
 * @param timeoutMs timeout of each step in milliseconds
 */
function smtpOptions(smtp: Smtp, timeoutMs: number): SMTPTransportOptions {
  const { host, port, username, password, authMethod, tls, localName } = smtp
  const hasCredentials = username !== '' || password !== ''
  return {
    host,
    port,
    secure: tls,
    requireTLS: !tls && hasCredentials && !loopbackHosts.has(host),
    name: localName || 'localhost',
    ...(hasCredentials ? { auth: { user: username, pass: password }, authMethod: authMethod || 'PLAIN' } : {}),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const isNodemailerError = (error: unknown): error is NodemailerError => error instanceof Error

/** Whether an error is permanent: a 5xx response, or invalid mail data. */
const isPermanent = ({ responseCode, code }: NodemailerError): boolean =>
  responseCode === undefined ? code === 'EENVELOPE' || code === 'ECONFIG' : responseCode >= 500

const newMessageId = (sender: string): string => `<${randomSecret(15)}@${sender.slice(sender.lastIndexOf('@') + 1)}>`

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** Returns the forms in which an SMTP password is sent, and could therefore occur in the server's responses. */
const formsOf = ({ username, password }: Smtp): string[] =>
  password === '' ? [] : [base64(`\0${username}\0${password}`), base64(password), password]

const tokens = /eyJ[\w-]+\.[\w-]+\.[\w-]+/g

/** Masks the SMTP password and tokens of links in a text from outside. */
const maskSecrets = (text: string, smtp: Smtp): string =>
  formsOf(smtp)
    .reduce((safe, secret) => safe.replaceAll(secret, mask), text)
    .replace(tokens, mask)

const mailbox = (recipient: Recipient) => (typeof recipient === 'string' ? { name: '', address: recipient } : recipient)

/**
 * Delivers a mail as text and HTML to the SMTP server of the settings.
 * @param timeoutMs timeout of each step in milliseconds
 * @throws MailError
 */
export async function sendBySmtp({ mail, smtp }: ComposedMail, timeoutMs: number, signal: AbortSignal): Promise<void> {
  const { from, to, cc, bcc, subject, html, text, headers } = mail
  try {
    await createTransport(smtpOptions(smtp, timeoutMs)).sendMail({
      from,
      subject,
      html,
      signal,
      to: to.map(mailbox),
      ...(cc && { cc: cc.map(mailbox) }),
      ...(bcc && { bcc: bcc.map(mailbox) }),
      ...(headers && { headers }),
      text: text ?? plainText(html),
      textEncoding: 'quoted-printable',
      messageId: newMessageId(from.address),
    })
  } catch (error) {
    if (!isNodemailerError(error)) throw error
    const message = error.code === 'ETIMEDOUT' ? `The mail server ${smtp.host} did not answer in time.` : error.message
    throw new MailError(maskSecrets(message, smtp), isPermanent(error))
  }
}
