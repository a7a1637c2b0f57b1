import { errorReply } from '../../api/errorReply.ts'
import { finishJson } from '../../api/finishJson.ts'
import type { BackupOrder } from '../../backups/BackupOrder.ts'
import { badRequest, forbidden, notFound } from '../../errors/ApiError.ts'
import type { ProviderReturn, SubscriptionOrder } from '../../realtime/RealtimeHub.ts'
import type { ApiReply, AwaitedMail } from '../../request/ApiReply.ts'
import type { ApiRequest } from '../../request/ApiRequest.ts'
import type { HttpParts } from '../HttpParts.ts'

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
    const reason = mail.tellsWhy ? ` Raw error: \n${error instanceof Error ? error.message : error}` : ''
    return failed(reply, badRequest(mail.failed + reason, {}, error), query)
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
    case 'done':
      return reply
    case 'unknown':
      return failed(reply, notFound('Missing or invalid client id.'), query)
    case 'other':
      return failed(reply, forbidden("The current and the previous request authorization don't match."), query)
  }
}

const debug = -4

/** Sends a person who comes back from a provider to the page that says how it went. */
const replyToReturn = (
  { realtime, logs }: HttpParts,
  { method }: ApiRequest,
  reply: ApiReply,
  returned: ProviderReturn,
): ApiReply => {
  const isPassedOn = realtime.passReturn(returned)
  if (!isPassedOn) {
    const message = 'Missing or invalid OAuth2 subscription client.'
    logs.write({ level: debug, message, created: Date.now(), data: '{}' })
  }
  const outcome = isPassedOn && returned.code !== '' && returned.error === '' ? 'success' : 'failure'
  // After a form the browser must not send that form on to the page.
  const status = method === 'GET' ? 307 : 303
  return { ...reply, status, headers: { Location: `../_/#/auth/oauth2-redirect-${outcome}` } }
}

/** Does what a reply leaves to the main thread before it can be given. */
export const finishReply = (parts: HttpParts, request: ApiRequest, reply: ApiReply): ApiReply | Promise<ApiReply> => {
  if (reply.mail) return replyWithMail(parts, request, reply, reply.mail)
  if (reply.backup) return replyWithBackup(parts, request, reply, reply.backup)
  if (reply.providerReturn) return replyToReturn(parts, request, reply, reply.providerReturn)
  return reply.subscription ? replyToSubscriber(parts, request, reply, reply.subscription) : reply
}
