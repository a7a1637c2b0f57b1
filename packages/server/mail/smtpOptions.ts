import type { Smtp } from '@coffer/schema'
import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport'

const thisMachine = new Set(['localhost', '127.0.0.1', '::1'])

/**
 * Returns the options of an SMTP connection. STARTTLS is used if the server offers it, and required if credentials are sent to
 * another machine. Certificates are verified.
 * @param patience timeout of each step in milliseconds
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
