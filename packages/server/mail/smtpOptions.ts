import type { Smtp } from '@coffer/schema'
import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport'

const thisMachine = new Set(['localhost', '127.0.0.1', '::1'])

/**
 * The options of a connection to a mail server. A server that offers STARTTLS is held to it; credentials only go to this machine
 * without encryption, so with them another server must offer it. Certificates are verified.
 * @param patience milliseconds that each step may take
 */
export const smtpOptions = (smtp: Smtp, patience: number): SMTPTransportOptions => {
  const { host, port, username, password, authMethod, tls, localName } = smtp
  const hasCredentials = username !== '' || password !== ''
  return {
    host,
    port,
    secure: tls,
    requireTLS: !tls && hasCredentials && !thisMachine.has(host),
    name: localName || 'localhost',
    ...(hasCredentials ? { auth: { user: username, pass: password }, authMethod: authMethod || 'PLAIN' } : {}),
    connectionTimeout: patience,
    greetingTimeout: patience,
    dnsTimeout: patience,
    socketTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
