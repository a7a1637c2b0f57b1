import type { ProviderName } from '@coffer/schema'
import * as v from 'valibot'
import { dateText } from '../../runtime/now.ts'
import type { EnabledProvider } from './enabledProviders.ts'
import { readJson, requireObject } from './readJson.ts'
import { text } from './replyParts.ts'
import { requestText, type TextReply } from './requestText.ts'

/** An authorization code, with the parameters of the request that it was issued for. */
export interface GivenCode {
  code: string
  codeVerifier: string
  redirectUrl: string
}

/** A parsed token response. */
export interface Tokens {
  accessToken: string
  /** Token type, usually `Bearer`. */
  type: string
  refreshToken: string
  /** Expiry of the access token in the stored date format; empty if it does not expire. */
  expiry: string
  /** The complete token response. */
  reply: Record<string, unknown>
}

const tokens = v.object({
  access_token: v.pipe(text, v.nonEmpty()),
  token_type: text,
  refresh_token: text,
  expires_in: v.nullish(v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.finite()), 0),
})

const types = ['Bearer', 'MAC', 'Basic']

const typeOf = (given: string): string => types.find(type => type.toLowerCase() === given.toLowerCase()) ?? (given || 'Bearer')

function expiryIn(seconds: number): string {
  const moment = new Date(Date.now() + seconds * 1000)
  return seconds > 0 && !Number.isNaN(moment.getTime()) ? dateText(moment) : ''
}

/** Parses JSON or form data: some providers return form data, because the request has no `Accept` header. */
function readReply({ contentType, text: body }: TextReply): Record<string, unknown> {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  const isQuery = type === 'application/x-www-form-urlencoded' || type === 'text/plain'
  return isQuery ? Object.fromEntries(new URLSearchParams(body)) : requireObject(readJson(body))
}

/** Formats a short error code such as `invalid_grant` for the log. */
const errorCode = (error: unknown): string => (typeof error === 'string' && /^[\w.-]{1,60}$/.test(error) ? `: ${error}` : '')

/** Thrown when the provider rejects the client credentials, and not only the code. */
class ClientRejectedError extends Error {}

function readTokens(response: TextReply): Tokens {
  if (response.status === 401) throw new ClientRejectedError('The provider rejected the code with status 401.')
  if (response.status < 200 || response.status > 299)
    throw new Error(`The provider rejected the code with status ${response.status}.`)
  const reply = readReply(response)
  if (reply.error) throw new Error(`The provider rejected the code${errorCode(reply.error)}.`)
  const read = v.safeParse(tokens, reply)
  if (!read.success) throw new Error('The provider returned no access token.')
  const { access_token, token_type, refresh_token, expires_in } = read.output
  return {
    accessToken: access_token,
    type: typeOf(token_type),
    refreshToken: refresh_token,
    expiry: expiryIn(expires_in),
    reply,
  }
}

const escaped = (part: string): string => new URLSearchParams({ '': part }).toString().slice(1)

/** Where a request has the client credentials: in the `Authorization` header, or in the body. */
type CredentialsPlace = 'header' | 'body'

/** Where each provider has accepted the client credentials, with the configuration that they belong to. */
const acceptedPlaces = new Map<ProviderName, { configuration: string; place: CredentialsPlace }>()

/**
 * Exchanges an authorization code for tokens. Some providers expect the client credentials in the `Authorization` header, others in the
 * body: if the header fails, the body is tried. What a provider has accepted once is not tried differently for each invalid code.
 * @throws Error without secrets in its message
 */
export async function exchangeCode(provider: EnabledProvider, given: GivenCode, deadline: AbortSignal): Promise<Tokens> {
  const { name, clientId, clientSecret, tokenUrl, pkce } = provider
  const form = {
    grant_type: 'authorization_code',
    code: given.code,
    redirect_uri: given.redirectUrl,
    ...(pkce && { code_verifier: given.codeVerifier }),
  }
  const credentials = Buffer.from(`${escaped(clientId)}:${escaped(clientSecret)}`).toString('base64')
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const configuration = `${tokenUrl} ${clientId}`
  const exchange = async (place: CredentialsPlace): Promise<Tokens> => {
    const headers = place === 'header' ? { ...type, Authorization: `Basic ${credentials}` } : type
    const client = place === 'body' ? { client_id: clientId, client_secret: clientSecret } : {}
    const body = new URLSearchParams({ ...client, ...form }).toString()
    const read = readTokens(await requestText(tokenUrl, { method: 'POST', headers, body }, deadline))
    acceptedPlaces.set(name, { configuration, place })
    return read
  }
  const accepted = acceptedPlaces.get(name)
  const known = accepted?.configuration === configuration ? accepted.place : undefined
  try {
    return await exchange(known ?? 'header')
  } catch (error) {
    if (known && !(error instanceof ClientRejectedError)) throw error
    return exchange(known === 'body' ? 'header' : 'body')
  }
}
