import { ApiError } from '../../errors/ApiError.ts'
import type { MailJob } from '../../messages/MailJob.ts'
import type { Answer, Call } from '../contract.ts'
import { asksWhy } from '../errorReply.ts'

/**
 * Whether the response tells what became of a mail. Everyone but an admin gets the same response in the same time, because a
 * difference would reveal which emails have an account; only the log says more.
 */
const tellsOutcome = ({ request, requester }: Call): boolean => requester.kind === 'admin' && asksWhy(request.query)

/** Responds once the mail is sent if the response tells the outcome, else at once. */
export const sendAccountMail = (call: Call, job: MailJob): Answer =>
  tellsOutcome(call)
    ? { mail: { job, failed: 'Failed to send the email.', explains: 'asReason' } }
    : { effects: [{ kind: 'sendMail', job }] }

/**
 * Responds to a request for a mail that is not sent.
 * @param status of the log entry, which is the one of the response if it tells the outcome
 */
const unsent = (call: Call, status: number, message: string): Answer => {
  if (tellsOutcome(call)) throw new ApiError(status, message)
  return { failure: { message, details: null, status } }
}

export const unsentToNobody = (call: Call): Answer => unsent(call, 404, 'There is no account with this email.')

export const unsentSoSoon = (call: Call): Answer =>
  unsent(call, 400, 'The last email was sent less than two minutes ago. Wait before you send another.')

/** Asking for what is already done is no error to clients. */
export const unsentToVerified = (call: Call): Answer => {
  if (tellsOutcome(call)) throw new ApiError(400, 'This account is already verified.')
  return {}
}
