import * as v from 'valibot'
import type { ProviderProof, ProviderUser } from '../../messages/ProviderProof.ts'
import type { EnabledProvider } from './enabledProviders.ts'
import { exchangeCode, type GivenCode, type Tokens } from './exchangeCode.ts'
import type { UserSource } from './Provider.ts'
import { readJson, requireObject } from './readJson.ts'
import { requestText } from './requestText.ts'

/** Milliseconds that all questions to a provider together may take. */
const longestExchange = 30_000

const sourceOf = (
  { clientId, authUrl, tokenUrl, userApiUrl }: EnabledProvider,
  tokens: Tokens,
  deadline: AbortSignal,
): UserSource => ({
  ...{ clientId, authUrl, tokenUrl, userApiUrl, token: tokens.reply },
  ask: async (address, headers) => {
    const authorization = { Authorization: `${tokens.type} ${tokens.accessToken}` }
    const { status, text } = await requestText(address, { headers: { ...authorization, ...headers } }, deadline)
    return { status, json: () => readJson(text) }
  },
})

const askUser = async (
  { userApiUrl, userHeaders, findUser }: EnabledProvider,
  source: UserSource,
): Promise<Record<string, unknown>> => {
  if (findUser) return findUser(source)
  const { status, json } = await source.ask(userApiUrl, userHeaders?.(source))
  if (status >= 400) throw new Error(`The provider answers a request for the user with ${status}.`)
  return requireObject(json())
}

/** The errors of what reads answers quote them, and the log is no place for what a provider says of somebody. */
const readUser = async (
  provider: EnabledProvider,
  rawUser: Record<string, unknown>,
  source: UserSource,
): Promise<ProviderUser> => {
  try {
    return await provider.toUser(rawUser, source)
  } catch (error) {
    if (!v.isValiError(error)) throw error
    const place = v.getDotPath(error.issues[0]) ?? 'the whole'
    throw new Error(`The provider answers a user who may not sign in, or in an unknown form: ${place}.`)
  }
}

/**
 * Asks a provider who it is that comes with a code.
 * @throws Error that holds no secret, when the provider does not vouch for anybody
 */
export const proveUser = async (provider: EnabledProvider, given: GivenCode): Promise<ProviderProof> => {
  const deadline = AbortSignal.timeout(longestExchange)
  const tokens = await exchangeCode(provider, given, deadline)
  const source = sourceOf(provider, tokens, deadline)
  const rawUser = await askUser(provider, source)
  const user = await readUser(provider, rawUser, source)
  const { accessToken, refreshToken, expiry } = tokens
  return { provider: provider.name, displayName: provider.displayName, user, accessToken, refreshToken, expiry, rawUser }
}
