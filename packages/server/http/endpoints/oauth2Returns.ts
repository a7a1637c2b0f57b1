import { finishJson } from '../../api/finishJson.ts'
import { notFound } from '../../errors/ApiError.ts'
import { type CompleteReply, emptyReply, jsonReply, type PendingReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { noStore } from '../../messages/headers.ts'
import type { ProviderReturn } from '../../messages/ProviderReturn.ts'
import { clientIdLength } from '../../realtime/RealtimeClient.ts'
import type { HttpParts } from '../HttpParts.ts'
import { endedSignInCookie, isSameBrowser } from '../requests/signInCookie.ts'

const debug = -4

const sendTo = (page: string, headers: Record<string, string> = {}): CompleteReply =>
  emptyReply({ status: 307, headers: { Location: `../_/#/auth/${page}`, ...headers } })

/**
 * Redirects a browser that returns from an OAuth2 provider to the page that shows the result. A code is delivered at once only if
 * the browser is the one that started the flow; otherwise the user has to confirm it first.
 */
export const replyToReturn = (
  { realtime, logs }: HttpParts,
  { headers }: ApiRequest,
  returned: ProviderReturn,
): CompleteReply => {
  const { clientId, code, error } = returned
  const flow = realtime.signInOf(clientId)
  if (!flow) {
    const message = 'Missing or invalid OAuth2 subscription client.'
    logs.write({ level: debug, message, created: Date.now(), data: '{}' })
    return sendTo('oauth2-redirect-failure')
  }
  if (code === '' || error !== '') {
    realtime.deliverReturn({ clientId, code: '', error })
    return sendTo('oauth2-redirect-failure')
  }
  if (!isSameBrowser(headers, clientId, flow)) return sendTo(`oauth2-confirm/${flow.hold(returned)}`)
  realtime.deliverReturn(returned)
  return sendTo('oauth2-redirect-success', { 'Set-Cookie': endedSignInCookie(clientId, flow) })
}

/**
 * Shows, delivers or discards a code that needs the user's confirmation.
 * @throws ApiError 404 when the ticket is unknown, was used or has expired
 */
export const replyToHeld = async (
  { realtime }: HttpParts,
  { query }: ApiRequest,
  { ticket, action }: Extract<PendingReply, { kind: 'heldReturn' }>,
): Promise<CompleteReply> => {
  const clientId = ticket.slice(0, clientIdLength)
  const flow = realtime.signInOf(clientId)
  const returned = flow?.held(ticket)
  if (!flow || !returned) throw notFound('This sign-in was completed, canceled or has expired. Start it again in the app.')
  if (action === 'view') {
    const { appName, providers } = returned
    const json = await finishJson({ application: flow.application, appName, providers }, query)
    return jsonReply(json, { headers: noStore })
  }
  realtime.deliverReturn(action === 'confirm' ? returned : { clientId, code: '', error: 'access_denied' })
  return emptyReply()
}
