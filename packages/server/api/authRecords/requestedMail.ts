import type { AuthCollection } from '@coffer/schema'
import { findAuthRecordByEmail } from '../../auth/findAuthRecord.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { wasSentRecently } from '../../mail/composeMail.ts'
import type { MailJob } from '../../mail/MailJob.ts'
import { queueMail } from '../../mail/queuedMails.ts'
import { type EmptyReply, emptyReply } from '../../messages/ApiReply.ts'
import type { AwaitedMail } from '../awaitedMail.ts'
import type { Call } from '../Call.ts'
import { type CallScripts, type Next, next } from '../Steps.ts'
import { callAround, callInBackground, recordValue } from '../scriptEvents.ts'
import { asksWhy } from '../v022/errors.ts'
import { rejectionError } from '../v022/rejections.ts'

/**
 * Whether the response reveals whether a mail was sent. Everyone but an admin gets the same response in the same time, because a
 * difference would reveal which emails belong to an auth record; only the log says more.
 */
const revealsOutcome = ({ request, requester }: Call): boolean => requester.kind === 'admin' && asksWhy(request.query)

const failureOf = (status: number, message: string) => ({ failure: { message, details: null, status } })

/**
 * Stores a mail in the queue and responds.
 * @param job undefined if there is no mail
 * @param head further parts of the response
 */
async function respondQueued({ app }: Call, job: MailJob | undefined, head: Pick<EmptyReply, 'failure'>): Promise<EmptyReply> {
  const isQueued = await queueMail(app.db, job)
  return emptyReply(isQueued ? head : failureOf(503, 'Too many mails are waiting.'))
}

/** Responds after the mail is sent if the response reveals the outcome, otherwise once the mail is stored in the queue. */
export async function sendRequestedMail(call: Call, job: MailJob): Promise<EmptyReply | Next<AwaitedMail>> {
  return revealsOutcome(call) ? next({ job, failed: 'mailNotSent', explains: true }) : respondQueued(call, job, {})
}

/**
 * Responds to a request for a mail that is not sent.
 * @param kind the kind of the rejection if the response reveals the outcome
 */
async function respondWithoutMail(call: Call, rejection: Rejection): Promise<EmptyReply> {
  if (revealsOutcome(call)) throw rejection
  return respondQueued(call, undefined, failureOf(rejectionError(rejection).status, rejection.message))
}

export function respondUnknownEmail(call: Call): Promise<EmptyReply> {
  return respondWithoutMail(call, new Rejection('missing', { message: 'There is no account with this email.' }))
}

export function respondSentRecently(call: Call): Promise<EmptyReply> {
  const message = 'The last email was sent less than two minutes ago. Wait before you send another.'
  return respondWithoutMail(call, new Rejection('invalid', { message }))
}

/** For clients, requesting a verification that has already happened is not an error. */
async function respondAlreadyVerified(call: Call): Promise<EmptyReply> {
  if (revealsOutcome(call)) throw new Rejection('invalid', { message: 'This account is already verified.' })
  return respondQueued(call, undefined, {})
}

/** Mails that an auth record can request, with the column of the date of the last one, and the hooks of scripts before and after it. */
const mailsToRecords = {
  passwordReset: {
    sentAt: 'lastResetSentAt',
    before: 'onRecordBeforeRequestPasswordResetRequest',
    after: 'onRecordAfterRequestPasswordResetRequest',
  },
  verification: {
    sentAt: 'lastVerificationSentAt',
    before: 'onRecordBeforeRequestVerificationRequest',
    after: 'onRecordAfterRequestVerificationRequest',
  },
} as const

/** Sends a mail to the auth record with an email, unless it got one recently or is verified already, and responds. */
export async function sendMailToRecord(
  call: Call,
  collection: AuthCollection,
  email: string,
  mail: keyof typeof mailsToRecords,
): Promise<EmptyReply | Next<AwaitedMail> | CallScripts> {
  const { sentAt, before, after } = mailsToRecords[mail]
  const record = await findAuthRecordByEmail(call.app.db, collection, email)
  const isUnnecessary = mail === 'verification' && record?.values.verified === true
  const isRecent = record !== undefined && wasSentRecently(String(record.values[sentAt]))
  const events = { collection, values: { record: recordValue(record) } }
  const hooks = callInBackground(call, before, collection, record && !isUnnecessary && !isRecent ? events.values : undefined)
  if (hooks) return hooks
  if (!record) return respondUnknownEmail(call)
  if (isUnnecessary) return respondAlreadyVerified(call)
  if (isRecent) return respondSentRecently(call)
  const reply = await sendRequestedMail(call, { mail, collectionId: collection.id, recordId: String(record.values.id), email })
  return reply.kind === 'empty' ? callAround(call, [after], reply, () => events) : reply
}
