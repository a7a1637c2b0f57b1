import { countAdmins } from '../auth/admins.ts'
import { unauthorized } from './ApiError.ts'
import type { Guard } from './contract.ts'

const requiresAdmin = 'The request requires valid admin authorization token to be set.'

export const adminOnly: Guard = ({ requester }) => {
  if (requester.kind !== 'admin') throw unauthorized(requiresAdmin)
}

/** The first administrator is created without signing in. */
export const adminOnlyIfAny: Guard = async ({ app, requester }) => {
  if (requester.kind !== 'admin' && (await countAdmins(app.db)) > 0) throw unauthorized(requiresAdmin)
}
