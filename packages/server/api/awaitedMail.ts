import { messageOf } from '../errors/inspectError.ts'
import { Rejection, type RejectionCode } from '../errors/Rejection.ts'
import type { MailJob } from '../mail/MailJob.ts'
import { type EmptyReply, emptyReply } from '../messages/ApiReply.ts'
import type { MainCall } from './Call.ts'

/** A mail that must be sent before the response, which has no body. */
export interface AwaitedMail {
  job: MailJob
  /** How the request is rejected if sending fails. */
  failed: RejectionCode
  /** Whether the response gives the reason to an admin who asks for it. */
  explains?: true
}

/**
 * Sends a mail. Only the main thread has the connections to the mail server.
 * @throws Rejection if the mail cannot be sent
 */
export async function sendAwaitedMail(call: MainCall, { job, failed, explains }: AwaitedMail): Promise<EmptyReply> {
  try {
    await call.sendMail(job)
    return emptyReply()
  } catch (error) {
    throw new Rejection('failed', { code: failed, cause: error, ...(explains && { reason: messageOf(error) }) })
  }
}
