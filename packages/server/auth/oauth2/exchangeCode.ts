import * as v from 'valibot'
import { dateText } from '../../runtime/now.ts'
import type { EnabledProvider } from './enabledProviders.ts'
import { readJson, requireObject } from './readJson.ts'
import { text } from './replyParts.ts'
import { requestText, type TextReply } from './requestText.ts'

/** What a client got from a provider, and how it was asked for. */
export interface GivenCode {
  code: string
  codeVerifier: string
  redirectUrl: string
}

/** What a provider gives for a code. */
export interface Tokens {
  accessToken: string
  /** How to present the access token: `Bearer`, mostly. */
  type: string
  refreshToken: string
  /** When the access token ends, in the stored form of a date; empty when it does not. */
  expiry: string
  /** The whole answer. */
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

/** Without a wish for a type in the question, some providers answer in the form of a query. */
const readReply = ({ contentType, text: body }: TextReply): Record<string, unknown> => {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  const isQuery = type === 'application/x-www-form-urlencoded' || type === 'text/plain'
  return isQuery ? Object.fromEntries(new URLSearchParams(body)) : requireObject(readJson(body))
}

/** A short word such as `invalid_grant` helps whoever reads the log. */
const wordOf = (error: unknown): string => (typeof error === 'string' && /^[\w.-]{1,60}$/.test(error) ? `: ${error}` : '')

const readTokens = (answer: TextReply): Tokens => {
  if (answer.status < 200 || answer.status > 299) throw new Error(`The provider refuses the code with ${answer.status}.`)
  const reply = readReply(answer)
  if (reply.error) throw new Error(`The provider refuses the code${wordOf(reply.error)}.`)
  const read = v.safeParse(tokens, reply)
  if (!read.success) throw new Error('The provider answers no access token.')
  const { access_token, token_type, refresh_token, expires_in } = read.output
  return {
    ...{ accessToken: access_token, type: typeOf(token_type), refreshToken: refresh_token },
    ...{ expiry: expiryIn(expires_in), reply },
  }
}

const escaped = (part: string): string => new URLSearchParams({ '': part }).toString().slice(1)

/**
 * Gives a provider the code that it gave a client, and takes its tokens for it. Some providers want to know who asks from a header,
 * others from the body: the second is tried when the first fails.
 * @throws Error that holds no secret
 */
export const exchangeCode = async (provider: EnabledProvider, given: GivenCode, deadline: AbortSignal): Promise<Tokens> => {
  const { clientId, clientSecret, tokenUrl, pkce } = provider
  const form = {
    ...{ grant_type: 'authorization_code', code: given.code, redirect_uri: given.redirectUrl },
    ...(pkce && { code_verifier: given.codeVerifier }),
  }
  const ask = async (headers: Record<string, string>, client: Record<string, string>) => {
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams({ ...client, ...form }).toString()
    return readTokens(await requestText(tokenUrl, { method: 'POST', headers: { ...type, ...headers }, body }, deadline))
  }
  const credentials = Buffer.from(`${escaped(clientId)}:${escaped(clientSecret)}`).toString('base64')
  try {
    return await ask({ Authorization: `Basic ${credentials}` }, {})
  } catch {
    return ask({}, { client_id: clientId, client_secret: clientSecret })
  }
}
