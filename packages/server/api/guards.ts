import { countAdmins } from '../auth/admins.ts'
import { type ApiError, unauthorized } from './ApiError.ts'
import type { Guard } from './contract.ts'

/** The error for those who are no administrator. */
export const requiresAdmin = (): ApiError => unauthorized('The request requires valid admin authorization token to be set.')

export const adminOnly: Guard = ({ requester }) => {
  if (requester.kind !== 'admin') throw requiresAdmin()
}

/** The first administrator is created without signing in. */
export const adminOnlyIfAny: Guard = async ({ app, requester }) => {
  if (requester.kind !== 'admin' && (await countAdmins(app.db)) > 0) throw requiresAdmin()
}
