import * as v from 'valibot'
import type { ProviderProof, ProviderUser } from '../../messages/ProviderProof.ts'
import type { EnabledProvider } from './enabledProviders.ts'
import { exchangeCode, type GivenCode, type Tokens } from './exchangeCode.ts'
import type { UserSource } from './Provider.ts'
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
  request: async (address, headers) => {
    const authorization = { Authorization: `${tokens.type} ${tokens.accessToken}` }
    const { status, text } = await requestText(address, { headers: { ...authorization, ...headers } }, deadline)
    return { status, json: () => readJson(text) }
  },
})

const requestUser = async (
  { userApiUrl, userHeaders, findUser }: EnabledProvider,
  source: UserSource,
): Promise<Record<string, unknown>> => {
  if (findUser) return findUser(source)
  const { status, json } = await source.request(userApiUrl, userHeaders?.(source))
  if (status >= 400) throw new Error(`The provider responded to the request for the user with status ${status}.`)
  return requireObject(json())
}

/** Parses the user. Hides values in validation errors, because personal data must not be logged. */
const readUser = async (
  provider: EnabledProvider,
  rawUser: Record<string, unknown>,
  source: UserSource,
): Promise<ProviderUser> => {
  try {
    return await provider.toUser(rawUser, source)
  } catch (error) {
    if (!v.isValiError(error)) throw error
    const path = v.getDotPath(error.issues[0]) ?? 'the whole'
    throw new Error(`The provider returned a user who is not allowed to sign in, or unexpected data: ${path}.`)
  }
}

/**
 * Authenticates a user by exchanging an authorization code with the provider.
 * @throws Error without secrets in its message if the provider does not confirm a user
 */
export const authenticateUser = async (provider: EnabledProvider, given: GivenCode): Promise<ProviderProof> => {
  const deadline = AbortSignal.timeout(maxExchangeMs)
  const tokens = await exchangeCode(provider, given, deadline)
  const source = sourceOf(provider, tokens, deadline)
  const rawUser = await requestUser(provider, source)
  const user = await readUser(provider, rawUser, source)
  const { accessToken, refreshToken, expiry } = tokens
  return { provider: provider.name, displayName: provider.displayName, user, accessToken, refreshToken, expiry, rawUser }
}
