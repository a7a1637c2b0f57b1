import { clockOffset } from '../db/databaseTime.ts'
import type { ClaimedJob } from '../db/engine.ts'
import { engineOfJob } from '../db/engineOfJob.ts'
import { composeMail, type MailContext } from './composeMail.ts'
import type { MailJob } from './MailJob.ts'
import type { ClaimedMails, MailClaim, MailOutcome, QueuedMail } from './QueuedMail.ts'
import { claimMails, dropMail, postponeMail, queueMail, removeMail } from './queuedMails.ts'
import { recordMailSent } from './recordMailSent.ts'

export type MailService = ReturnType<typeof createMailService>

interface LiveMails extends Pick<MailContext, 'db'> {
  /** Returns the context as of the last commit. */
  snapshot: () => Promise<MailContext>
}

/** Creates the operations of the mail queue on the database. */
export function createMailService({ db, snapshot }: LiveMails) {
  return {
    /** Adds a mail to the queue, of a job if one is given. Returns false if the queue is full. */
    queue: (mail: MailJob, job?: ClaimedJob) => queueMail(engineOfJob(db, job), mail),
    /** Claims mails, see `claimMails`. The times of the result are those of the clock of this machine, and so is the time of `settle`. */
    claim: async (claim: MailClaim): Promise<ClaimedMails> => {
      const { mails, nextDue, ...counts } = await claimMails(db, claim)
      const aheadMs = clockOffset(db)
      return {
        ...counts,
        mails: mails.map(mail => ({ ...mail, claimedUntil: mail.claimedUntil - aheadMs })),
        nextDue: nextDue === undefined ? undefined : nextDue - aheadMs,
      }
    },
    /** Composes a mail from the current records and settings; undefined if it is no longer needed, unless `isNeeded`. */
    compose: async (job: MailJob, isNeeded = false) => composeMail(await snapshot(), job, isNeeded),
    /** Records that a mail that is not in the queue was sent. */
    recordSent: async (job: MailJob) => recordMailSent(await snapshot(), job),
    /**
     * Records the outcome of an attempt. That the mail was sent is recorded in the transaction that removes it, so that it is not sent
     * again if the server ends in between.
     */
    settle: async (mail: QueuedMail, outcome: MailOutcome): Promise<void> => {
      if (outcome.kind === 'sent') {
        return recordMailSent(await snapshot(), JSON.parse(mail.job), transaction => removeMail(transaction, mail))
      }
      await db.transaction(transaction =>
        outcome.kind === 'postponed'
          ? postponeMail(transaction, mail, { ...outcome, due: outcome.due + clockOffset(db) })
          : dropMail(transaction, mail),
      )
    },
  }
}
