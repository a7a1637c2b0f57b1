import { timingSafeEqual } from 'node:crypto'
import { countAdmins } from '../../auth/admins.ts'
import { Rejection } from '../../errors/Rejection.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { hostOf, isLocalName, isSameOrigin } from '../../messages/headers.ts'
import type { Guard } from '../contract.ts'
import { requiresAdmin } from '../guards.ts'

type Headers = ApiRequest['headers']

/** The header with the setup code from the dashboard. */
const setupCodeHeader = 'x-setup-code'

/**
 * Whether a browser sends the request for a page of this server. `Sec-Fetch-Site` is enough here, and remains correct behind a proxy that
 * rewrites `Host`: a page cannot forge it, and a program gains nothing by forging it, because it could omit both headers.
 */
const isOwnPage = (headers: Headers): boolean => headers['sec-fetch-site'] === 'same-origin' || isSameOrigin(headers)

/**
 * Whether the request cannot come from a page of another site. Browsers send `Origin` with every POST, so a request without both
 * headers comes from another program. The same origin alone is not enough: with DNS rebinding a foreign name resolves to this server.
 */
function isTrusted(headers: Headers): boolean {
  if (headers['sec-fetch-site'] === undefined && headers.origin === undefined) return true
  return isOwnPage(headers) && isLocalName(hostOf(headers)?.hostname ?? '')
}

function isSetupCode(given: string | undefined, expected: string | undefined): boolean {
  if (given === undefined || expected === undefined) return false
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function needsSetupCode(given: string | undefined): Rejection {
  const issue = given
    ? {
        code: 'validation_invalid_setup_code',
        message: 'This is not the setup code of the running server. It changes with each start.',
      }
    : { code: 'validation_required', message: 'Enter the setup code that the server printed when it started.' }
  return new Rejection('forbidden', {
    message: 'The first admin can be created here only with the setup code that the server printed when it started.',
    issues: { setupCode: issue },
  })
}

/**
 * Allows admins. While there is no admin, it also allows requests that can create the first one
 * (docs/decisions/031-require-proof-for-sign-in-and-setup.md).
 */
export const adminOrFirstAdminOnly: Guard = async ({ app, request: { headers }, requester }) => {
  if (requester.kind === 'admin') return
  if ((await countAdmins(app.db)) > 0) throw requiresAdmin()
  const given = headers[setupCodeHeader]
  if (!isTrusted(headers) && !isSetupCode(given, app.config.setupCode)) throw needsSetupCode(given)
}
