import { superusers } from '../../auth/superusers.ts'
import { claimsOf, tokenIn } from '../../crypto/jwt.ts'
import { Rejection } from '../../errors/Rejection.ts'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import { parseQuery } from '../../messages/parseQuery.ts'
import { createAddressList } from '../../runtime/clients/addressList.ts'
import { clientAddress, type IsTrustedProxy } from '../../runtime/clients/clientAddress.ts'
import { decodePath } from '../../runtime/decodePath.ts'
import { routedPath } from '../requests/requestHead.ts'

/** What admins send without a token of the header or the query: sign-ins, and new passwords with the token of a mail. */
const adminSignIn = new RegExp(
  `^/api/(?:admins|collections/(?:${superusers.name}|${superusers.id}))/(?:auth-with-|request-otp|confirm-password-reset)`,
  'i',
)

/** Whether a token claims to be an admin's, of any kind and dialect. Only such tokens are ever verified as an admin's. */
function isOfAdmin(token: string | undefined): boolean {
  if (!token) return false
  const { type, collectionId } = claimsOf(token)
  return type === 'admin' || collectionId === superusers.id
}

function isByAdmin({ method, url, headers }: RequestHead): boolean {
  if (isOfAdmin(tokenIn(headers.authorization?.replace(/^bearer /i, '') ?? ''))) return true
  if (method === 'POST' && adminSignIn.test(decodePath(routedPath(url)))) return true
  return parseQuery(url).some(([name, value]) => name === 'token' && isOfAdmin(value.trim()))
}

interface AdminAddressesOptions {
  /** Returns the addresses and ranges from which admins can send requests now; none if all addresses can. */
  list: () => readonly string[]
  isTrustedProxy: IsTrustedProxy
}

/**
 * Returns the function that rejects requests of admins from other addresses, before anything else is done for them. Tokens are not
 * verified: a forged one that claims to be an admin's is rejected as well.
 */
export function limitAdminAddresses({ list, isTrustedProxy }: AdminAddressesOptions): (head: RequestHead) => void {
  const isListed = createAddressList(list)
  return head => {
    if (list().length === 0 || !isByAdmin(head)) return
    // A trusted proxy that sends another header than X-Forwarded-For does not say where the request came from.
    const isKnown = head.forwardedFor === undefined || head.forwardedFor !== ''
    if (isKnown && isListed(clientAddress(head, isTrustedProxy))) return
    throw new Rejection('forbidden', { code: 'adminElsewhere', isWarning: true })
  }
}
