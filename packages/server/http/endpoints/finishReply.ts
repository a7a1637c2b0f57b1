import { errorReply } from '../../api/errorReply.ts'
import { finishJson } from '../../api/finishJson.ts'
import { ApiError, forbidden, notFound } from '../../errors/ApiError.ts'
import { messageOf } from '../../errors/inspectError.ts'
import {
  type ApiReply,
  type AwaitedMail,
  type CompleteReply,
  emptyReply,
  jsonReply,
  type PendingReply,
} from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { noStore } from '../../messages/headers.ts'
import type { SubscriptionRequest } from '../../messages/SubscriptionRequest.ts'
import type { HttpParts } from '../HttpParts.ts'
import { signInCookie } from '../requests/signInCookie.ts'
import { replyToHeld, replyToReturn } from './oauth2Returns.ts'

/** @throws ApiError 400 if the mail cannot be sent */
const sendMail = async (parts: HttpParts, { job, failed, explains }: AwaitedMail): Promise<CompleteReply> => {
  try {
    await parts.sendMail(job)
    return emptyReply()
  } catch (error) {
    const reason = messageOf(error)
    const message = explains === 'inMessage' ? `${failed} Raw error: \n${reason}` : failed
    throw new ApiError(400, message, {}, { cause: error, ...(explains === 'asReason' && { reason }) })
  }
}

/** @throws ApiError if the client's event stream does not exist or has other credentials */
const subscribe = ({ realtime }: HttpParts, subscription: SubscriptionRequest): CompleteReply => {
  switch (realtime.subscribe(subscription)) {
    case 'done': {
      const flow = realtime.signInOf(subscription.clientId)
      const cookie = flow && signInCookie(subscription.clientId, flow)
      return emptyReply(cookie === undefined ? {} : { headers: { 'Set-Cookie': cookie } })
    }
    case 'unknown':
      throw notFound('Missing or invalid client id.')
    case 'other':
      throw forbidden("The current and the previous request authorization don't match.")
  }
}

const complete = async (parts: HttpParts, position: number, request: ApiRequest, reply: PendingReply): Promise<CompleteReply> => {
  switch (reply.kind) {
    case 'unserialized':
      return parts.dispatcher.serialize(position, request, reply)
    case 'mail':
      return sendMail(parts, reply.mail)
    case 'backup': {
      const json = await parts.backups.perform(reply.task)
      return json === undefined ? emptyReply() : jsonReply(await finishJson(json, request.query))
    }
    case 'examination':
      return jsonReply(await finishJson(await parts.doctor.examine(), request.query), { headers: noStore })
    case 'loadHistory':
      return jsonReply(await finishJson(parts.loadHistory.samples, request.query), { headers: noStore })
    case 'subscription':
      return subscribe(parts, reply.subscription)
    case 'providerReturn':
      return replyToReturn(parts, request, reply.returned)
    case 'heldReturn':
      return replyToHeld(parts, request, reply)
  }
}

const isComplete = (reply: ApiReply): reply is CompleteReply =>
  reply.kind === 'json' || reply.kind === 'file' || reply.kind === 'empty'

/** Does the work that a reply leaves to the main thread. Returns the response, which is an error response if the work fails. */
export const finishReply = async (
  parts: HttpParts,
  position: number,
  request: ApiRequest,
  reply: ApiReply,
): Promise<CompleteReply> => {
  if (isComplete(reply)) return reply
  const { auth = 'guest' } = reply
  try {
    return { ...(await complete(parts, position, request, reply)), auth }
  } catch (error) {
    return { ...errorReply(error, request.query), auth }
  }
}
