import { once } from 'node:events'
import { type Agent, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { WireRequest } from './buildRequest.ts'
import type { Reply } from './Exchange.ts'

/** Header text is sent as UTF-8, which node:http expects as one character per byte. */
const asBytes = (text: string) => Buffer.from(text).toString('latin1')

function joinHeaders(rawHeaders: readonly string[]): Record<string, string> {
  const joined: Record<string, string> = {}
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    const value = rawHeaders[index + 1] ?? ''
    joined[name] = joined[name] === undefined ? value : `${joined[name]}, ${value}`
  }
  return joined
}

/** Sends a request exactly as given, even with an unusual path or header, and reads the whole response. */
export async function sendRequest(port: number, agent: Agent, { method, target, headers, body }: WireRequest): Promise<Reply> {
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, asBytes(value)]))
  if (body !== undefined) sent['Content-Length'] = String(body.length)
  const outgoing = request({ host: '127.0.0.1', port, agent, method, path: target, headers: sent, timeout: 30_000 })
  outgoing.on('timeout', () => outgoing.destroy(new Error(`no response to ${method} ${target} within 30 seconds`)))
  outgoing.end(body)
  const [incoming]: IncomingMessage[] = await once(outgoing, 'response')
  if (incoming === undefined) throw new Error(`no response to ${method} ${target}`)
  return { status: incoming.statusCode ?? 0, headers: joinHeaders(incoming.rawHeaders), body: await buffer(incoming) }
}
