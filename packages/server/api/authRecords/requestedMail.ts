import { ApiError } from '../../errors/ApiError.ts'
import { queueMail } from '../../mail/queuedMails.ts'
import { type ApiReply, type CompleteReply, emptyReply } from '../../messages/ApiReply.ts'
import type { MailJob } from '../../messages/MailJob.ts'
import type { Call } from '../contract.ts'
import { asksWhy } from '../errorReply.ts'

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
const respondQueued = async (
  { app }: Call,
  job: MailJob | undefined,
  head: Pick<CompleteReply, 'failure'>,
): Promise<ApiReply> => {
  const isQueued = await queueMail(app.db, job)
  return emptyReply(isQueued ? { ...head, effects: [{ kind: 'mailQueued' }] } : failureOf(503, 'Too many mails are waiting.'))
}

/** Responds after the mail is sent if the response reveals the outcome, otherwise once the mail is stored in the queue. */
export const sendRequestedMail = async (call: Call, job: MailJob): Promise<ApiReply> =>
  revealsOutcome(call)
    ? { kind: 'mail', mail: { job, failed: 'Failed to send the email.', explains: 'asReason' } }
    : respondQueued(call, job, {})

/**
 * Responds to a request for a mail that is not sent.
 * @param status the status in the log, and of the response if it reveals the outcome
 */
const respondWithoutMail = async (call: Call, status: number, message: string): Promise<ApiReply> => {
  if (revealsOutcome(call)) throw new ApiError(status, message)
  return respondQueued(call, undefined, failureOf(status, message))
}

export const respondUnknownEmail = (call: Call): Promise<ApiReply> =>
  respondWithoutMail(call, 404, 'There is no account with this email.')

export const respondSentRecently = (call: Call): Promise<ApiReply> =>
  respondWithoutMail(call, 400, 'The last email was sent less than two minutes ago. Wait before you send another.')

/** For clients, requesting a verification that has already happened is not an error. */
export const respondAlreadyVerified = async (call: Call): Promise<ApiReply> => {
  if (revealsOutcome(call)) throw new ApiError(400, 'This account is already verified.')
  return respondQueued(call, undefined, {})
}
