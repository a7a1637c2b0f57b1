import { reviewAccess } from '../../access/review/reviewAccess.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly, requiresAdmin } from '../guards.ts'
import { inWriter } from '../Steps.ts'

const form = { state: 'text' } as const

/** Marks the rules and fields as reviewed. What they open from then on is listed in the exposure, and logged. */
export const review: Endpoint = {
  method: 'PUT',
  path: '/access/review',
  operation: {
    id: 'reviewAccess',
    summary: 'Mark what guests and new users can do as reviewed',
    body: { form, required: ['state'] },
    returns: 'AccessReview',
  },
  guard: adminOnly,
  steps: inWriter(async ({ app, request, requester }) => {
    if (requester.kind !== 'admin') throw requiresAdmin()
    const { state = '' } = readForm(request, form)
    return jsonReply(await reviewAccess(app.db, app.catalog, state, requester.admin.email))
  }),
}
