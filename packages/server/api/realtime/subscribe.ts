import type { Issues } from '@coffer/schema'
import { badRequest } from '../../errors/ApiError.ts'
import { collectIssues, lengthBetween, required } from '../../errors/fieldIssues.ts'
import type { Listener } from '../../messages/Audience.ts'
import { isSameOrigin } from '../../messages/headers.ts'
import type { Requester } from '../../rules/Requester.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'

const maxSubscriptions = 1000
const maxSubscriptionBytes = 2500

const shape = { clientId: 'text', subscriptions: 'texts' } as const
const unreadable = 'Something went wrong while processing your request.'

const tooLong = (most: number) => ({ code: 'validation_length_too_long', message: `The length must be no more than ${most}.` })

const issuesOf = (subscriptions: readonly string[]): Issues => {
  if (subscriptions.length > maxSubscriptions) return { subscriptions: tooLong(maxSubscriptions) }
  const long = subscriptions.flatMap((subscription, index) =>
    Buffer.byteLength(subscription) > maxSubscriptionBytes ? [[index, tooLong(maxSubscriptionBytes)]] : [],
  )
  return long.length > 0 ? { subscriptions: Object.fromEntries(long) } : {}
}

const listenerOf = (requester: Requester): Listener => {
  switch (requester.kind) {
    case 'guest':
      return requester
    case 'admin':
      return { kind: 'admin', id: requester.admin.id, tokenKey: requester.admin.tokenKey }
    case 'authRecord': {
      const { id, tokenKey } = requester.record.values
      return { kind: 'authRecord', collectionId: requester.collection.id, id: String(id), tokenKey: String(tokenKey) }
    }
  }
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
  runs: 'reads',
  maxBodyBytes: 2 * maxSubscriptions * maxSubscriptionBytes,
  handle: async ({ request, requester }) => {
    const { clientId = '', subscriptions = [] } = readForm(request, shape, unreadable)
    const issues: Issues = {
      ...collectIssues({ clientId: required(clientId) ?? lengthBetween(clientId, 1, 255) }),
      ...issuesOf(subscriptions),
    }
    if (Object.keys(issues).length > 0) throw badRequest(undefined, issues)
    const start = { application: request.headers.origin ?? '', isSameOrigin: isSameOrigin(request.headers) }
    return { kind: 'subscription', subscription: { clientId, subscriptions, listener: listenerOf(requester), start } }
  },
}
