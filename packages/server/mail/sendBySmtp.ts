import { createTransport, type NodemailerError } from 'nodemailer'
import { randomSecret } from '../crypto/randomText.ts'
import type { ComposedMail } from '../messages/Mail.ts'
import { MailError } from './MailError.ts'
import { maskSecrets } from './maskSecrets.ts'
import { plainText } from './plainText.ts'
import { smtpOptions } from './smtpOptions.ts'

const isNodemailerError = (error: unknown): error is NodemailerError => error instanceof Error

/** Whether an error is permanent: a 5xx response, or invalid mail data. */
const isPermanent = ({ responseCode, code }: NodemailerError): boolean =>
  responseCode === undefined ? code === 'EENVELOPE' || code === 'ECONFIG' : responseCode >= 500

const newMessageId = (sender: string): string => `<${randomSecret(15)}@${sender.slice(sender.lastIndexOf('@') + 1)}>`

/**
 * Delivers a mail as text and HTML to the SMTP server of the settings.
 * @param timeoutMs timeout of each step in milliseconds
 * @throws MailError
 */
export const sendBySmtp = async ({ mail, smtp }: ComposedMail, timeoutMs: number, signal: AbortSignal): Promise<void> => {
  const { from, to, subject, html } = mail
  try {
    await createTransport(smtpOptions(smtp, timeoutMs)).sendMail({
      from,
      subject,
      html,
      signal,
      to: { name: '', address: to },
      text: plainText(html),
      textEncoding: 'quoted-printable',
      messageId: newMessageId(from.address),
    })
  } catch (error) {
    if (!isNodemailerError(error)) throw error
    const message = error.code === 'ETIMEDOUT' ? `The mail server ${smtp.host} did not answer in time.` : error.message
    throw new MailError(maskSecrets(message, smtp), isPermanent(error))
  }
}
