import type { Smtp } from '@coffer/schema'
import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport'

const loopbackHosts = new Set(['localhost', '127.0.0.1', '::1'])

/**
 * Returns the options of an SMTP connection. STARTTLS is used if the server offers it, and required if credentials are sent to
 * another machine. Certificates are verified.
 * @param timeoutMs timeout of each step in milliseconds
 */
export const smtpOptions = (smtp: Smtp, timeoutMs: number): SMTPTransportOptions => {
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
