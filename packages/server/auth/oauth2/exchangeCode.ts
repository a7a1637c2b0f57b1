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

const expiryIn = (seconds: number): string => {
  const moment = new Date(Date.now() + seconds * 1000)
  return seconds > 0 && !Number.isNaN(moment.getTime()) ? dateText(moment) : ''
}

/** Parses JSON or form data: some providers return form data, because the request has no `Accept` header. */
const readReply = ({ contentType, text: body }: TextReply): Record<string, unknown> => {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  const isQuery = type === 'application/x-www-form-urlencoded' || type === 'text/plain'
  return isQuery ? Object.fromEntries(new URLSearchParams(body)) : requireObject(readJson(body))
}

/** Formats a short error code such as `invalid_grant` for the log. */
const errorCode = (error: unknown): string => (typeof error === 'string' && /^[\w.-]{1,60}$/.test(error) ? `: ${error}` : '')

const readTokens = (response: TextReply): Tokens => {
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

/**
 * Exchanges an authorization code for tokens. Some providers expect the client credentials in the `Authorization` header, others in the
 * body: if the header fails, the body is tried.
 * @throws Error without secrets in its message
 */
export const exchangeCode = async (provider: EnabledProvider, given: GivenCode, deadline: AbortSignal): Promise<Tokens> => {
  const { clientId, clientSecret, tokenUrl, pkce } = provider
  const form = {
    grant_type: 'authorization_code',
    code: given.code,
    redirect_uri: given.redirectUrl,
    ...(pkce && { code_verifier: given.codeVerifier }),
  }
  const request = async (headers: Record<string, string>, client: Record<string, string>) => {
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams({ ...client, ...form }).toString()
    return readTokens(await requestText(tokenUrl, { method: 'POST', headers: { ...type, ...headers }, body }, deadline))
  }
  const credentials = Buffer.from(`${escaped(clientId)}:${escaped(clientSecret)}`).toString('base64')
  try {
    return await request({ Authorization: `Basic ${credentials}` }, {})
  } catch {
    return request({}, { client_id: clientId, client_secret: clientSecret })
  }
}
