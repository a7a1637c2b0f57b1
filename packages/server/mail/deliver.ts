import type { ComposedMail } from './MailJob.ts'
import { MailError } from './MailJob.ts'

/** A delivery takes at most this many times as long as the timeout of one step of the SMTP dialog. */
export const maxDeliverySteps = 3

/**
 * Delivers a mail to the SMTP server of the settings, or to the sendmail program if none is configured.
 * @param timeoutMs timeout of each step of the SMTP dialog in milliseconds
 * @throws MailError
 */
export async function deliver(composed: ComposedMail, timeoutMs: number, stopped: AbortSignal): Promise<void> {
  const tooLong = AbortSignal.timeout(timeoutMs * maxDeliverySteps)
  const signal = AbortSignal.any([stopped, tooLong])
  try {
    if (composed.smtp.enabled) await (await import('./sendBySmtp.ts')).sendBySmtp(composed, timeoutMs, signal)
    else await (await import('./sendBySendmail.ts')).sendBySendmail(composed.mail, signal)
  } catch (error) {
    if (stopped.aborted) throw new MailError('The server was stopped while the mail was on its way.', true)
    throw tooLong.aborted ? new MailError('The mail server did not take the mail in time.', false) : error
  }
}
