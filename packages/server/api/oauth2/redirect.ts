import { emptyReply } from '../../messages/ApiReply.ts'
import { readForm } from '../body/readForm.ts'
import type { Call, Endpoint } from '../contract.ts'
import { parameter } from '../parameters.ts'

const path = '/oauth2-redirect'

const shape = { state: 'text', code: 'text', error: 'text', iss: 'text' } as const

const originOf = (address: string | undefined): string | undefined => URL.parse(address ?? '')?.origin

/**
 * Returns the providers that the browser can come from: the one identified by the response or the `Origin`, otherwise all enabled ones.
 */
const providerNames = async ({ app, request }: Call): Promise<string[]> => {
  const { enabledProviders } = await import('../../auth/oauth2/enabledProviders.ts')
  const enabled = enabledProviders(await app.settings())
  const origins = [originOf(parameter(request, 'iss')), originOf(request.headers.referer)]
  const own = enabled.filter(({ authUrl }) => origins.includes(originOf(authUrl)))
  return (own.length > 0 ? own : enabled).map(({ displayName }) => displayName)
}

/** Receives a provider's response from the user's browser and delivers it to the waiting client. */
export const oauth2Redirect: Endpoint = {
  method: 'GET',
  path,
  operation: {
    id: 'oauth2Redirect',
    summary: 'Receive the response of an OAuth2 provider from a browser',
    query: ['state', 'code', 'error', 'iss'],
    returns: 'nothing',
    status: 307,
  },
  runs: 'reads',
  handle: async call => {
    const [clientId = '', code = '', error = ''] = ['state', 'code', 'error'].map(name => parameter(call.request, name))
    const { appName } = (await call.app.settings()).meta
    return { kind: 'providerReturn', returned: { clientId, code, error, appName, providers: await providerNames(call) } }
  },
}

/** An invalid body counts as empty, so that the waiting user is redirected in any case. */
const readReturn = ({ request }: Call): Record<string, string> => {
  try {
    return readForm(request, shape)
  } catch {
    return {}
  }
}

/** The same for providers that POST a form. Browsers omit the flow's cookie there, so the request is repeated with GET. */
export const oauth2FormRedirect: Endpoint = {
  method: 'POST',
  path,
  operation: {
    id: 'oauth2FormRedirect',
    summary: 'Receive the form of an OAuth2 provider from a browser',
    body: { form: shape },
    returns: 'nothing',
    status: 303,
  },
  runs: 'reads',
  handle: async call => {
    const query = new URLSearchParams(readReturn(call))
    return emptyReply({ status: 303, headers: { Location: `oauth2-redirect?${query}` } })
  },
}
