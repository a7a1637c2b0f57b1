import { Rejection } from '../errors/Rejection.ts'
import type { Requester } from '../records/rules/Requester.ts'
import type { Guard } from './contract.ts'
import { getAuthCollection } from './getCollection.ts'

/** The error for requesters who are not admins. */
export function requiresAdmin({ kind }: Requester = { kind: 'guest' }): Rejection {
  return new Rejection('unauthenticated', { code: kind === 'guest' ? 'adminRequired' : 'recordUnsuitable' })
}

export const adminOnly: Guard = ({ requester }) => {
  if (requester.kind !== 'admin') throw requiresAdmin(requester)
}

/** Allows superusers: all rules of their collection are for superusers only. */
export const superusersOnly: Guard = ({ requester }) => {
  if (requester.kind !== 'admin') throw new Rejection('forbidden', { code: 'adminsOnly' })
}

/** The error for requesters who are not signed in as an auth record. */
export function requiresAuthRecord({ kind }: Requester): Rejection {
  return new Rejection('unauthenticated', { code: kind === 'admin' ? 'adminUnsuitable' : 'authRecordRequired' })
}

/** Allows records of the auth collection named by the path. An invalid path is reported before a missing token. */
export const authRecordOfCollectionOnly: Guard = async call => {
  const collection = getAuthCollection(call)
  const { requester } = call
  if (requester.kind !== 'authRecord') throw requiresAuthRecord(requester)
  if (requester.collection.id !== collection.id) {
    throw new Rejection('forbidden', {
      message: `The request requires auth record from ${requester.collection.name} collection.`,
    })
  }
}

/** Allows admins and the auth record named by the path. Record ids are unique across auth collections. */
export const adminOrOwnerOnly: Guard = async call => {
  getAuthCollection(call)
  const { request, requester } = call
  if (requester.kind === 'guest') {
    throw new Rejection('unauthenticated', { code: 'signInRequired' })
  }
  if (requester.kind === 'authRecord' && requester.record.values.id !== request.params.id) throw new Rejection('forbidden')
}
