import { type ApiError, forbidden, unauthorized } from '../errors/ApiError.ts'
import { findAuthCollection } from './accounts/findAuthCollection.ts'
import type { Guard } from './contract.ts'

/** The error for those who are no administrator. */
export const requiresAdmin = (): ApiError => unauthorized('The request requires valid admin authorization token to be set.')

export const adminOnly: Guard = ({ requester }) => {
  if (requester.kind !== 'admin') throw requiresAdmin()
}

/** The error for those who are no account. */
export const requiresAccount = (): ApiError => unauthorized('The request requires valid record authorization token to be set.')

/** Accounts of the auth collection that the path names; what is wrong with the path is told before a token is asked for. */
export const accountOfCollectionOnly: Guard = async call => {
  const collection = await findAuthCollection(call)
  const { requester } = call
  if (requester.kind !== 'authRecord') throw requiresAccount()
  if (requester.collection.id !== collection.id) {
    throw forbidden(`The request requires auth record from ${requester.collection.name} collection.`)
  }
}

/** Administrators, and the account of an auth collection that the path names; ids are unique among all of these. */
export const adminOrOwnerOnly: Guard = async call => {
  await findAuthCollection(call)
  const { request, requester } = call
  if (requester.kind === 'guest') {
    throw unauthorized('The request requires admin or record authorization token to be set.')
  }
  if (requester.kind === 'authRecord' && requester.record.values.id !== request.params.id) throw forbidden()
}
