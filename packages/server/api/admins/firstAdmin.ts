import { timingSafeEqual } from 'node:crypto'
import { countAdmins } from '../../auth/admins.ts'
import { ApiError } from '../../errors/ApiError.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { hostOf, isLocalName, isSameOrigin } from '../../messages/headers.ts'
import type { Guard } from '../contract.ts'
import { requiresAdmin } from '../guards.ts'

type Headers = ApiRequest['headers']

/** The header with the setup code from the dashboard. */
const setupCodeHeader = 'x-setup-code'

/**
 * Whether the request cannot come from a page of another site. Browsers send `Origin` with every POST, so a request without both
 * headers comes from another program. The same origin alone is not enough: with DNS rebinding a foreign name resolves to this server.
 */
const isTrusted = (headers: Headers): boolean => {
  if (headers['sec-fetch-site'] === undefined && headers.origin === undefined) return true
  return isSameOrigin(headers) && isLocalName(hostOf(headers)?.hostname ?? '')
}

const isSetupCode = (given: string | undefined, expected: string | undefined): boolean => {
  if (given === undefined || expected === undefined) return false
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const needsSetupCode = (given: string | undefined): ApiError => {
  const issue = given
    ? {
        code: 'validation_invalid_setup_code',
        message: 'This is not the setup code of the running server. It changes with each start.',
      }
    : { code: 'validation_required', message: 'Enter the setup code that the server printed when it started.' }
  return new ApiError(
    403,
    'The first admin can be created here only with the setup code that the server printed when it started.',
    {
      setupCode: issue,
    },
  )
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
