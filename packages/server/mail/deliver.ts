import type { ComposedMail } from '../messages/Mail.ts'
import { MailError } from './MailError.ts'

/**
 * Hands a mail over: to the mail server of the settings, or to the sendmail program where there is none.
 * @param patience milliseconds that each step of the conversation may take; all of them together may take three times as many
 * @throws MailError
 */
export const deliver = async (composed: ComposedMail, patience: number, stopped: AbortSignal): Promise<void> => {
  const tooLong = AbortSignal.timeout(patience * 3)
  const signal = AbortSignal.any([stopped, tooLong])
  try {
    if (composed.smtp.enabled) await (await import('./sendBySmtp.ts')).sendBySmtp(composed, patience, signal)
    else await (await import('./sendBySendmail.ts')).sendBySendmail(composed.mail, signal)
  } catch (error) {
    if (stopped.aborted) throw new MailError('The server was stopped while the mail was on its way.', true)
    throw tooLong.aborted ? new MailError('The mail server did not take the mail in time.', false) : error
  }
}
