import type { Effect } from '../messages/Effect.ts'
import type { MailOutcome, QueuedMail } from '../messages/QueuedMail.ts'
import type { MailContext } from './composeMail.ts'
import { postponeMail, removeMail } from './queuedMails.ts'
import { recordMailSent } from './recordMailSent.ts'

/**
 * Records the outcome of an attempt to send a mail of the queue. That it was sent is recorded in the transaction that removes it, so
 * that it is not sent again if the server ends in between.
 */
export const settleMail = async (app: MailContext, mail: QueuedMail, outcome: MailOutcome): Promise<Effect[]> => {
  if (outcome.kind === 'sent') {
    return recordMailSent(app, JSON.parse(mail.job), transaction => removeMail(transaction, mail))
  }
  await app.db.transaction(transaction =>
    outcome.kind === 'postponed' ? postponeMail(transaction, mail, outcome) : removeMail(transaction, mail),
  )
  return []
}
