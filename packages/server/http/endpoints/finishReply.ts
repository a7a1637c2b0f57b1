import { errorReply } from '../../api/errorReply.ts'
import { finishJson } from '../../api/finishJson.ts'
import { ApiError, forbidden, notFound } from '../../errors/ApiError.ts'
import { messageOf } from '../../errors/inspectError.ts'
import type { ApiReply, AwaitedMail, HeldReturnOrder } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { BackupOrder } from '../../messages/BackupOrder.ts'
import type { SubscriptionOrder } from '../../messages/SubscriptionOrder.ts'
import type { HttpParts } from '../HttpParts.ts'
import { signInCookie } from '../requests/signInCookie.ts'
import { replyToHeld, replyToReturn } from './oauth2Returns.ts'

/** The reply of an error in place of another: in the same name. */
export const failed = ({ auth }: ApiReply, error: unknown, query: ApiRequest['query']): ApiReply => ({
  ...errorReply(error, query),
  ...(auth ? { auth } : {}),
})

/** The reply to a request for a mail, once it is known whether the mail was taken. */
const replyWithMail = async (parts: HttpParts, { query }: ApiRequest, reply: ApiReply, mail: AwaitedMail): Promise<ApiReply> => {
  try {
    await parts.sendMail(mail.order)
    return reply
  } catch (error) {
    const reason = messageOf(error)
    const message = mail.explains === 'inMessage' ? `${mail.failed} Raw error: \n${reason}` : mail.failed
    const options = { cause: error, ...(mail.explains === 'asReason' && { reason }) }
    return failed(reply, new ApiError(400, message, {}, options), query)
  }
}

/** The reply to a request about backups, once what it asks for is done. */
const replyWithBackup = async ({ backups }: HttpParts, { query }: ApiRequest, reply: ApiReply, order: BackupOrder) => {
  try {
    const json = await backups.perform(order)
    return json === undefined ? reply : { ...reply, status: 200, json: await finishJson(json, query) }
  } catch (error) {
    return failed(reply, error, query)
  }
}

/** The reply to a client that subscribes, once it is known whether its stream is there. */
const replyToSubscriber = (
  { realtime }: HttpParts,
  { query }: ApiRequest,
  reply: ApiReply,
  order: SubscriptionOrder,
): ApiReply => {
  switch (realtime.subscribe(order)) {
    case 'done': {
      const flow = realtime.signInOf(order.clientId)
      const cookie = flow && signInCookie(order.clientId, flow)
      return cookie === undefined ? reply : { ...reply, headers: { ...reply.headers, 'Set-Cookie': cookie } }
    }
    case 'unknown':
      return failed(reply, notFound('Missing or invalid client id.'), query)
    case 'other':
      return failed(reply, forbidden("The current and the previous request authorization don't match."), query)
  }
}

/** The reply to a decision about a code that waits for it. */
const replyWithHeld = async (
  parts: HttpParts,
  request: ApiRequest,
  reply: ApiReply,
  order: HeldReturnOrder,
): Promise<ApiReply> => {
  try {
    return { ...reply, ...(await replyToHeld(parts, request, order)) }
  } catch (error) {
    return failed(reply, error, request.query)
  }
}

/** Does what a reply leaves to the main thread before it can be given. */
export const finishReply = (parts: HttpParts, request: ApiRequest, reply: ApiReply): ApiReply | Promise<ApiReply> => {
  if (reply.mail) return replyWithMail(parts, request, reply, reply.mail)
  if (reply.backup) return replyWithBackup(parts, request, reply, reply.backup)
  if (reply.providerReturn) return { ...reply, ...replyToReturn(parts, request, reply.providerReturn) }
  if (reply.heldReturn) return replyWithHeld(parts, request, reply, reply.heldReturn)
  return reply.subscription ? replyToSubscriber(parts, request, reply, reply.subscription) : reply
}
