import type { Issue } from '@coffer/fields'
import { cofferSettings, type Settings } from '@coffer/schema'
import { createAddressList } from '../../runtime/clients/addressList.ts'
import { clientAddress, trustProxies } from '../../runtime/clients/clientAddress.ts'
import type { Call } from '../Call.ts'

/** Returns the issue of a list of addresses of admins that would lock out the admin who saves it; undefined if there is none. */
export function ownAddressIssue({ app, request }: Call, before: Settings, after: Settings): Issue | undefined {
  const { superuserIPs } = cofferSettings(after)
  const isSame = JSON.stringify(superuserIPs) === JSON.stringify(cofferSettings(before).superuserIPs)
  // Code of the server has no address.
  if (isSame || superuserIPs.length === 0 || request.as !== undefined) return undefined
  const code = 'validation_own_address'
  if (request.forwardedFor === '')
    return { code, message: 'Your own address is unknown, because your proxy sends no "X-Forwarded-For". Configure it first.' }
  const own = clientAddress(request, trustProxies(app.config.trustedProxies ?? ['loopback']))
  if (createAddressList(() => superuserIPs)(own)) return undefined
  return { code, message: `Add your own address ${own}, or a network that contains it. This list would lock you out.` }
}
