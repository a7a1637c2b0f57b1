import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * The content of an authorization code of the fake provider: the response of its user API, and keys with $ that control it.
 * `$status`, `$reply`, `$type`: the response to the token request; `$token`: keys added to the usual one (null removes);
 * `$basic: false`: rejects client authentication by header; `$userStatus`, `$user`: the response of the user API;
 * `$emails`, `$emailsStatus`: the response of USERAPI/emails; `$seen: true`: adds the requests that the provider received.
 * A POST request with JSON is a GraphQL query for the user.
 */
type Code = Record<string, unknown>

interface ProviderResponse {
  status: number
  body: unknown
  type?: string
}

function parse(json: string): Code | undefined {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const asForm = (body: object) => new URLSearchParams(Object.entries(body).map(([key, value]) => [key, String(value)])).toString()

const withoutNulls = (body: Code) => Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))

async function respondWithToken(request: IncomingMessage): Promise<ProviderResponse> {
  const form = Object.fromEntries(new URLSearchParams(await text(request)))
  const code = parse(form.code ?? '')
  if (code === undefined) return { status: 400, body: { error: 'invalid_grant' } }
  const sent = request.headers.authorization ?? ''
  if (code.$basic === false && sent !== '') return { status: 401, body: { error: 'invalid_client' } }
  const authorization = sent.startsWith('Basic ') ? `Basic ${Buffer.from(sent.slice(6), 'base64')}` : sent
  const { code: _, ...others } = form
  const $sawToken = { authorization, type: request.headers['content-type'] ?? '', form: others }
  const usual = {
    access_token: Buffer.from(JSON.stringify({ ...code, $sawToken })).toString('base64url'),
    token_type: 'Bearer',
    refresh_token: 'refresh-me',
    expires_in: 300,
    ...(code.$token as Code | undefined),
  }
  const type = String(code.$type ?? 'application/json')
  const reply = code.$reply ?? withoutNulls(usual)
  const body = typeof reply === 'object' && reply !== null && !type.includes('json') ? asForm(reply) : reply
  return { status: Number(code.$status ?? 200), body, type }
}

/** Headers of a user request that some providers require. */
const requiredHeaders = ['notion-version', 'trakt-api-key', 'trakt-api-version']

const isQuery = ({ headers }: IncomingMessage) => headers['content-type'] === 'application/json'

async function respondWithUser(request: IncomingMessage): Promise<ProviderResponse> {
  const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ')
  const code = parse(Buffer.from(token, 'base64url').toString())
  if (code === undefined) return { status: 401, body: { error: 'no such token' } }
  const path = request.url ?? ''
  if (path.split('?')[0]?.endsWith('/emails')) {
    const status = Number(code.$emailsStatus ?? ('$emails' in code ? 200 : 404))
    return { status, body: code.$emails ?? { message: 'not found' } }
  }
  const user = Object.fromEntries(Object.entries(code).filter(([key]) => !key.startsWith('$')))
  const client = request.headers['client-id']
  const others = Object.entries(request.headers).filter(([name]) => requiredHeaders.includes(name))
  const query = request.method === 'POST' ? { query: await text(request) } : {}
  const asked = { authorization: scheme, path, ...(client !== undefined && { client }), ...Object.fromEntries(others), ...query }
  const seen = code.$seen === true ? { seen: code.$sawToken, asked } : {}
  return { status: Number(code.$userStatus ?? 200), body: code.$user ?? { ...user, ...seen } }
}

async function respond(request: IncomingMessage, response: ServerResponse) {
  const {
    status,
    body,
    type = 'application/json',
  } = request.method === 'POST' && !isQuery(request) ? await respondWithToken(request) : await respondWithUser(request)
  response.writeHead(status, { 'Content-Type': type }).end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** Starts a fake OAuth2 provider on a free port; it is stateless, because each code contains its responses. */
export async function openProvider(): Promise<{ host: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    respond(request, response).catch(error => response.destroy(error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
