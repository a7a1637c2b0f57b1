import type { ProviderReturn } from '../../auth/oauth2/ProviderProof.ts'
import { levels } from '../../logs/LogEntry.ts'
import { type EmptyReply, emptyReply } from '../../messages/ApiReply.ts'
import { readForm } from '../body/readForm.ts'
import type { Call, MainCall } from '../Call.ts'
import type { Endpoint } from '../contract.ts'
import { parameter } from '../parameters.ts'
import { inReader, next } from '../Steps.ts'
import { endedSignInCookie, isSameBrowser } from './signInCookie.ts'

const path = '/oauth2-redirect'

const shape = { state: 'text', code: 'text', error: 'text', iss: 'text' } as const

const originOf = (address: string | undefined): string | undefined => URL.parse(address ?? '')?.origin

/**
 * Returns the providers that the browser can come from: the one identified by the response or the `Origin`, otherwise all enabled ones.
 */
async function providerNames({ app, request }: Call): Promise<string[]> {
  const { enabledProviders } = await import('../../auth/oauth2/enabledProviders.ts')
  const enabled = app.catalog.all.flatMap(one => (one.type === 'auth' ? enabledProviders(one.options, app.settings) : []))
  const origins = [originOf(parameter(request, 'iss')), originOf(request.headers.referer)]
  const own = enabled.filter(({ authUrl }) => origins.includes(originOf(authUrl)))
  return [...new Set((own.length > 0 ? own : enabled).map(({ displayName }) => displayName))]
}

const sendTo = (page: string, headers: Record<string, string> = {}): EmptyReply =>
  emptyReply({ status: 307, headers: { Location: `../_/#/auth/${page}`, ...headers } })

/**
 * Delivers a response to the waiting client, and redirects the browser to the page that shows the result. A code is delivered at once
 * only if the browser is the one that started the flow; otherwise the user has to confirm it first.
 */
async function deliver({ streams, logs, request }: MainCall, returned: ProviderReturn): Promise<EmptyReply> {
  const { clientId, code, error } = returned
  const stream = streams.of(request)
  const flow = await stream.signIn(clientId)
  if (!flow) {
    const message = 'Missing or invalid OAuth2 subscription client.'
    logs.write({ level: levels.debug, message, created: Date.now(), data: '{}' })
    return sendTo('oauth2-redirect-failure')
  }
  if (code === '' || error !== '') {
    await stream.endSignIn(clientId, { code: '', error })
    return sendTo('oauth2-redirect-failure')
  }
  if (!isSameBrowser(request.headers, clientId, flow)) {
    const ticket = await stream.holdReturn(clientId, returned)
    return sendTo(ticket === undefined ? 'oauth2-redirect-failure' : `oauth2-confirm/${ticket}`)
  }
  await stream.endSignIn(clientId, { code, error })
  return sendTo('oauth2-redirect-success', { 'Set-Cookie': endedSignInCookie(clientId, flow) })
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
  steps: inReader(async call => {
    const [clientId = '', code = '', error = ''] = ['state', 'code', 'error'].map(name => parameter(call.request, name))
    const { appName } = call.app.settings.meta
    return next({ clientId, code, error, appName, providers: await providerNames(call) })
  }).inMain(deliver),
}

/** An invalid body counts as empty, so that the waiting user is redirected in any case. */
function readReturn({ request }: Call): Record<string, string> {
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
  steps: inReader(async call => {
    const query = new URLSearchParams(readReturn(call))
    return emptyReply({ status: 303, headers: { Location: `oauth2-redirect?${query}` } })
  }),
}
