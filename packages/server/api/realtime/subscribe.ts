import type { Issues } from '@coffer/schema'
import { collectIssues, lengthBetween, required } from '../../errors/fieldIssues.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { type EmptyReply, emptyReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { isSameOrigin } from '../../messages/headers.ts'
import type { EventValue } from '../../messages/ScriptedCall.ts'
import type { Listener } from '../../realtime/Audience.ts'
import type { SignInStart } from '../../realtime/SubscriptionRequest.ts'
import type { SubscribeOutcome } from '../../realtime/streamService.ts'
import type { Requester } from '../../records/rules/Requester.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { signInCookie } from '../oauth2/signInCookie.ts'
import { inReader, next } from '../Steps.ts'
import { callAround, callBefore, plainValue, valueAfter } from '../scriptEvents.ts'

const maxSubscriptions = 1000
const maxSubscriptionBytes = 2500

const shape = { clientId: 'text', subscriptions: 'texts' } as const

const tooLong = (most: number) => ({ code: 'validation_length_too_long', message: `The length must be no more than ${most}.` })

function issuesOf(subscriptions: readonly string[]): Issues {
  if (subscriptions.length > maxSubscriptions) return { subscriptions: tooLong(maxSubscriptions) }
  const long = subscriptions.flatMap((subscription, index) =>
    Buffer.byteLength(subscription) > maxSubscriptionBytes ? [[index, tooLong(maxSubscriptionBytes)]] : [],
  )
  return long.length > 0 ? { subscriptions: Object.fromEntries(long) } : {}
}

function listenerOf(requester: Requester, dialect: ApiRequest['dialect']): Listener {
  switch (requester.kind) {
    case 'guest':
      return requester
    case 'admin':
      return {
        kind: 'admin',
        id: requester.admin.id,
        tokenKey: requester.admin.tokenKey,
        ...(dialect === 'today' && { showsEmails: true }),
      }
    case 'authRecord': {
      const { id, tokenKey } = requester.record.values
      return { kind: 'authRecord', collectionId: requester.collection.id, id: String(id), tokenKey: String(tokenKey) }
    }
  }
}

/** @throws Rejection `missing` if there is no such event stream, `forbidden` if it belongs to another user */
function assertReplaceable(kind: SubscribeOutcome['kind']): void {
  if (kind === 'unknown') throw new Rejection('missing', { code: 'streamMissing' })
  if (kind === 'other') throw new Rejection('forbidden', { code: 'streamOfOther' })
}

/** @throws Rejection `missing` if there is no such event stream, `forbidden` if it belongs to another user, or `limited` or `busy` */
function replyTo(outcome: SubscribeOutcome, clientId: string, { isSameOrigin }: SignInStart): EmptyReply {
  assertReplaceable(outcome.kind)
  if (outcome.kind === 'rejected') {
    const { as, message, retryAfterSeconds } = outcome
    throw new Rejection(as, { message, isWarning: true, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) })
  }
  const signIn = outcome.kind === 'done' ? outcome.signIn : undefined
  // A top-level form of another site could otherwise plant the cookie of an attacker's flow.
  const cookie = signIn && isSameOrigin ? signInCookie(clientId, signIn) : undefined
  return emptyReply(cookie === undefined ? {} : { headers: { 'Set-Cookie': cookie } })
}

/** Returns the subscriptions as hooks have left them; undefined if no hooks were called. */
function hookedSubscriptions(value: EventValue | undefined): string[] | undefined {
  const list = value?.kind === 'list' ? value.items.map(item => (item.kind === 'plain' ? item.value : '')) : undefined
  const given = value?.kind === 'plain' ? value.value : list
  return Array.isArray(given) ? given.map(String) : undefined
}

/** Replaces the subscriptions of an event stream. */
export const subscribe: Endpoint = {
  method: 'POST',
  path: '/realtime',
  operation: {
    id: 'subscribe',
    summary: 'Replace the subscriptions of an event stream',
    body: { form: shape, required: ['clientId'] },
    returns: 'nothing',
    errors: [403, 404],
  },
  body: { maxBytes: 2 * maxSubscriptions * maxSubscriptionBytes },
  steps: inReader(async ({ request, requester }) => {
    const { clientId = '', subscriptions = [] } = readForm(request, shape, 'subscriptionsNotLoaded')
    const issues: Issues = {
      ...collectIssues({ clientId: required(clientId) ?? lengthBetween(clientId, 1, 255) }),
      ...issuesOf(subscriptions),
    }
    if (Object.keys(issues).length > 0) throw new Rejection('invalid', { issues })
    const start = { application: request.headers.origin ?? '', isSameOrigin: isSameOrigin(request.headers) }
    return next({ clientId, subscriptions, listener: listenerOf(requester, request.dialect), start })
  }).inMain(async ({ streams, request }, { clientId, ...subscription }) => {
    const stream = streams.of(request)
    const { start, subscriptions } = subscription
    // Hooks see no client that the request could not subscribe.
    if (request.scripts && !request.scripted?.before) assertReplaceable(await stream.check(clientId, subscription.listener))
    const values = { client: { kind: 'stream', id: clientId }, subscriptions: plainValue(subscriptions) } as const
    const hooks = callBefore({ request }, ['onRealtimeBeforeSubscribeRequest'], { values })
    if (hooks) return hooks
    const wanted = hookedSubscriptions(valueAfter({ request }, 'subscriptions')) ?? subscriptions
    const outcome = await stream.subscribe(clientId, { ...subscription, subscriptions: wanted })
    return callAround({ request }, ['onRealtimeAfterSubscribeRequest'], replyTo(outcome, clientId, start), () => ({
      values: { ...values, subscriptions: plainValue(wanted) },
    }))
  }),
}
