import { Rejection } from '../../errors/Rejection.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { Guard } from '../contract.ts'
import { parameter } from '../parameters.ts'

/**
 * Returns the key under which a change or a deletion can be undone; undefined if the request has none.
 * @throws Rejection for an invalid key
 */
export function readUndoKey(request: ApiRequest): string | undefined {
  const key = parameter(request, 'undo')
  if (key !== undefined && !/^[a-z0-9]{15,40}$/.test(key)) {
    throw new Rejection('invalid', {
      message: 'The key in "undo" must have 15 to 40 characters a-z and 0-9. Nothing was changed.',
    })
  }
  return key
}

/** Rejects an undo key from a requester who cannot undo changes. */
export const undoForAdminsOnly: Guard = ({ request, requester }) => {
  if (parameter(request, 'undo') !== undefined && requester.kind !== 'admin') {
    throw new Rejection('forbidden', { message: 'Only admins can use "undo". Nothing was changed.' })
  }
}
