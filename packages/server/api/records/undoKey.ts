import { badRequest, forbidden } from '../../errors/ApiError.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { Guard } from '../contract.ts'
import { parameter } from '../paging.ts'

/**
 * The key under which a change or a deletion is stored for an undo; undefined when the client asks for none.
 * @throws ApiError 400 for anything that is no key
 */
export const undoKeyIn = (request: ApiRequest): string | undefined => {
  const key = parameter(request, 'undo')
  if (key !== undefined && !/^[a-z0-9]{15,40}$/.test(key)) {
    throw badRequest('The key in "undo" must have 15 to 40 characters a-z and 0-9. Nothing was changed.')
  }
  return key
}

/** Rejects an undo key of a client that could not undo the change. */
export const undoForAdminsOnly: Guard = ({ request, requester }) => {
  if (parameter(request, 'undo') !== undefined && requester.kind !== 'admin') {
    throw forbidden('Only admins can use "undo". Nothing was changed.')
  }
}
