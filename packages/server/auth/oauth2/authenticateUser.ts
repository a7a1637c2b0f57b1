import * as v from 'valibot'
import { Rejection, type RejectionCode } from '../../errors/Rejection.ts'
import type { EnabledProvider } from './enabledProviders.ts'
import { exchangeCode, type GivenCode, type Tokens } from './exchangeCode.ts'
import type { ProviderReply, UserSource } from './Provider.ts'
import type { ProviderProof, ProviderUser } from './ProviderProof.ts'
import { readJson, requireObject } from './readJson.ts'
import { requestText } from './requestText.ts'

/** Time limit for all requests to the provider together. */
const maxExchangeMs = 30_000

const sourceOf = (
  { clientId, authUrl, tokenUrl, userApiUrl }: EnabledProvider,
  tokens: Tokens,
  deadline: AbortSignal,
): UserSource => ({
  clientId,
  authUrl,
  tokenUrl,
  userApiUrl,
  token: tokens.reply,
  request: async (address, given, body) => {
    const headers = { Authorization: `${tokens.type} ${tokens.accessToken}`, ...given }
    const init = body === undefined ? { headers } : { method: 'POST', headers, body }
    const { status, text } = await requestText(address, init, deadline)
    return { status, json: () => readJson(text) }
  },
})

function queryUser(query: string, { request, userApiUrl }: UserSource): Promise<ProviderReply> {
  return request(userApiUrl, { 'Content-Type': 'application/json' }, JSON.stringify({ query }))
}

async function requestUser(
  { userApiUrl, userHeaders, userQuery, findUser }: EnabledProvider,
  source: UserSource,
): Promise<Record<string, unknown>> {
  if (findUser) return findUser(source)
  const { status, json } = await (userQuery === undefined
    ? source.request(userApiUrl, userHeaders?.(source))
    : queryUser(userQuery, source))
  if (status >= 400) throw new Error(`The provider responded to the request for the user with status ${status}.`)
  return requireObject(json())
}

/** Parses the user. Hides values in validation errors, because personal data must not be logged. */
async function readUser(provider: EnabledProvider, rawUser: Record<string, unknown>, source: UserSource): Promise<ProviderUser> {
  try {
    return await provider.toUser(rawUser, source)
  } catch (error) {
    if (!v.isValiError(error)) throw error
    const path = v.getDotPath(error.issues[0]) ?? 'the whole'
    throw new Error(`The provider returned a user who is not allowed to sign in, or unexpected data: ${path}.`)
  }
}

const failedWith = (code: RejectionCode) => (cause: unknown) => {
  throw new Rejection('failed', { code, cause })
}

/**
 * Authenticates a user by exchanging an authorization code with the provider.
 * @throws Rejection without secrets in its cause if the provider does not confirm a user
 */
export async function authenticateUser(provider: EnabledProvider, given: GivenCode): Promise<ProviderProof> {
  const deadline = AbortSignal.timeout(maxExchangeMs)
  const tokens = await exchangeCode(provider, given, deadline).catch(failedWith('oauth2TokenNotFetched'))
  const source = sourceOf(provider, tokens, deadline)
  const rawUser = await requestUser(provider, source).catch(failedWith('oauth2UserNotFetched'))
  const user = await readUser(provider, rawUser, source).catch(failedWith('oauth2UserNotFetched'))
  const { accessToken, refreshToken, expiry } = tokens
  return { provider: provider.name, displayName: provider.displayName, user, accessToken, refreshToken, expiry, rawUser }
}
