import { errorReply } from '../../api/errorReply.ts'
import { finishJson } from '../../api/finishJson.ts'
import { ApiError, forbidden, notFound } from '../../errors/ApiError.ts'
import { messageOf } from '../../errors/inspectError.ts'
import type { ApiReply, AwaitedMail, HeldReturnRequest } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { BackupTask } from '../../messages/BackupTask.ts'
import type { SubscriptionRequest } from '../../messages/SubscriptionRequest.ts'
import type { HttpParts } from '../HttpParts.ts'
import { signInCookie } from '../requests/signInCookie.ts'
import { replyToHeld, replyToReturn } from './oauth2Returns.ts'

/** Returns an error reply that replaces another reply and keeps its auth type for the log. */
export const failed = ({ auth }: ApiReply, error: unknown, query: ApiRequest['query']): ApiReply => ({
  ...errorReply(error, query),
  ...(auth ? { auth } : {}),
})

/** Sends a mail that the response depends on. Returns an error reply if sending fails. */
const replyWithMail = async (parts: HttpParts, { query }: ApiRequest, reply: ApiReply, mail: AwaitedMail): Promise<ApiReply> => {
  try {
    await parts.sendMail(mail.job)
    return reply
  } catch (error) {
    const reason = messageOf(error)
    const message = mail.explains === 'inMessage' ? `${mail.failed} Raw error: \n${reason}` : mail.failed
    const options = { cause: error, ...(mail.explains === 'asReason' && { reason }) }
    return failed(reply, new ApiError(400, message, {}, options), query)
  }
}

/** Performs an operation on backups and returns its result as a reply. */
const replyWithBackup = async ({ backups }: HttpParts, { query }: ApiRequest, reply: ApiReply, task: BackupTask) => {
  try {
    const json = await backups.perform(task)
    return json === undefined ? reply : { ...reply, status: 200, json: await finishJson(json, query) }
  } catch (error) {
    return failed(reply, error, query)
  }
}

/** Subscribes a client. Returns an error reply if its event stream does not exist or has other credentials. */
const replyToSubscriber = (
  { realtime }: HttpParts,
  { query }: ApiRequest,
  reply: ApiReply,
  subscription: SubscriptionRequest,
): ApiReply => {
  switch (realtime.subscribe(subscription)) {
    case 'done': {
      const flow = realtime.signInOf(subscription.clientId)
      const cookie = flow && signInCookie(subscription.clientId, flow)
      return cookie === undefined ? reply : { ...reply, headers: { ...reply.headers, 'Set-Cookie': cookie } }
    }
    case 'unknown':
      return failed(reply, notFound('Missing or invalid client id.'), query)
    case 'other':
      return failed(reply, forbidden("The current and the previous request authorization don't match."), query)
  }
}

/** Applies the user's decision about a held OAuth2 code. */
const replyWithHeld = async (
  parts: HttpParts,
  request: ApiRequest,
  reply: ApiReply,
  held: HeldReturnRequest,
): Promise<ApiReply> => {
  try {
    return { ...reply, ...(await replyToHeld(parts, request, held)) }
  } catch (error) {
    return failed(reply, error, request.query)
  }
}

/** Does the work that a reply leaves to the main thread, and returns the final reply. */
export const finishReply = (parts: HttpParts, request: ApiRequest, reply: ApiReply): ApiReply | Promise<ApiReply> => {
  if (reply.mail) return replyWithMail(parts, request, reply, reply.mail)
  if (reply.backup) return replyWithBackup(parts, request, reply, reply.backup)
  if (reply.providerReturn) return { ...reply, ...replyToReturn(parts, request, reply.providerReturn) }
  if (reply.heldReturn) return replyWithHeld(parts, request, reply, reply.heldReturn)
  return reply.subscription ? replyToSubscriber(parts, request, reply, reply.subscription) : reply
}
