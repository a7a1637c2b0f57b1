import { timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { countAdmins } from '../../auth/admins.ts'
import { ApiError } from '../../errors/ApiError.ts'
import type { ApiRequest } from '../../request/ApiRequest.ts'
import type { Guard } from '../contract.ts'
import { requiresAdmin } from '../guards.ts'

type Headers = ApiRequest['headers']

/** Header in which the dashboard sends the setup code. */
const setupCodeHeader = 'x-setup-code'

/** Whether the host cannot be a name that somebody else's DNS server points at this machine. */
const isLocalName = (hostname: string): boolean => hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) > 0

/**
 * Whether no page of another site can have caused the request. Browsers send `Origin` with every POST, so a request with neither header
 * comes from another program. Same origin alone is not enough: DNS rebinding lets a foreign name lead to this server.
 */
const isTrusted = ({ host, origin, 'sec-fetch-site': site }: Headers): boolean => {
  if (site === undefined && origin === undefined) return true
  const own = URL.parse(`http://${host}`)
  if (!own || !isLocalName(own.hostname)) return false
  return site === undefined ? URL.parse(origin ?? '')?.host === own.host : site === 'same-origin'
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

/** Lets admins through and, while there is none, whoever may create the first one: see docs/decisions/031. */
export const adminOrFirstAdminOnly: Guard = async ({ app, request: { headers }, requester }) => {
  if (requester.kind === 'admin') return
  if ((await countAdmins(app.db)) > 0) throw requiresAdmin()
  const given = headers[setupCodeHeader]
  if (!isTrusted(headers) && !isSetupCode(given, app.config.setupCode)) throw needsSetupCode(given)
}
