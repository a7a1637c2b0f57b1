import { type ApiError, forbidden, unauthorized } from '../errors/ApiError.ts'
import type { Guard } from './contract.ts'
import { getAuthCollection } from './getCollection.ts'

/** The error for requesters who are not admins. */
export const requiresAdmin = (): ApiError => unauthorized('The request requires valid admin authorization token to be set.')

export const adminOnly: Guard = ({ requester }) => {
  if (requester.kind !== 'admin') throw requiresAdmin()
}

/** The error for requesters who are not signed in as an auth record. */
export const requiresAuthRecord = (): ApiError => unauthorized('The request requires valid record authorization token to be set.')

/** Allows records of the auth collection named by the path. An invalid path is reported before a missing token. */
export const authRecordOfCollectionOnly: Guard = async call => {
  const collection = await getAuthCollection(call)
  const { requester } = call
  if (requester.kind !== 'authRecord') throw requiresAuthRecord()
  if (requester.collection.id !== collection.id) {
    throw forbidden(`The request requires auth record from ${requester.collection.name} collection.`)
  }
}

/** Allows admins and the auth record named by the path. Record ids are unique across auth collections. */
export const adminOrOwnerOnly: Guard = async call => {
  await getAuthCollection(call)
  const { request, requester } = call
  if (requester.kind === 'guest') {
    throw unauthorized('The request requires admin or record authorization token to be set.')
  }
  if (requester.kind === 'authRecord' && requester.record.values.id !== request.params.id) throw forbidden()
}
