import type { LoggedRequester } from '../../messages/ApiReply.ts'
import type { Requester } from './Requester.ts'

/**
 * Returns a requester as the log of requests names it.
 * @param loggedAs the kind that the log shows, where it may differ from the requester
 */
export function loggedRequesterOf(requester: Requester, loggedAs: Requester['kind'] = requester.kind): LoggedRequester {
  const isRecord = loggedAs === 'authRecord' && requester.kind === 'authRecord'
  return { kind: loggedAs, ...(isRecord && { collection: requester.collection.name }) }
}
