import { ApiError } from '../../errors/ApiError.ts'
import { type ApiReply, emptyReply } from '../../messages/ApiReply.ts'
import type { MailJob } from '../../messages/MailJob.ts'
import type { Call } from '../contract.ts'
import { asksWhy } from '../errorReply.ts'

/**
 * Whether the response reveals whether a mail was sent. Everyone but an admin gets the same response in the same time, because a
 * difference would reveal which emails belong to an auth record; only the log says more.
 */
const revealsOutcome = ({ request, requester }: Call): boolean => requester.kind === 'admin' && asksWhy(request.query)

/** Responds after the mail is sent if the response reveals the outcome, otherwise immediately. */
export const sendRequestedMail = (call: Call, job: MailJob): ApiReply =>
  revealsOutcome(call)
    ? { kind: 'mail', mail: { job, failed: 'Failed to send the email.', explains: 'asReason' } }
    : emptyReply({ effects: [{ kind: 'sendMail', job }] })

/**
 * Responds to a request for a mail that is not sent.
 * @param status the status in the log, and of the response if it reveals the outcome
 */
const respondWithoutMail = (call: Call, status: number, message: string): ApiReply => {
  if (revealsOutcome(call)) throw new ApiError(status, message)
  return emptyReply({ failure: { message, details: null, status } })
}

export const respondUnknownEmail = (call: Call): ApiReply => respondWithoutMail(call, 404, 'There is no account with this email.')

export const respondSentRecently = (call: Call): ApiReply =>
  respondWithoutMail(call, 400, 'The last email was sent less than two minutes ago. Wait before you send another.')

/** For clients, requesting a verification that has already happened is not an error. */
export const respondAlreadyVerified = (call: Call): ApiReply => {
  if (revealsOutcome(call)) throw new ApiError(400, 'This account is already verified.')
  return emptyReply()
}
