import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import type { RunningProxy } from './openProxy.ts'

export interface ProxyRequest {
  method?: string
  path: string
  headers?: Record<string, string>
  /** A form, or a value to send as JSON. */
  body?: FormData | object
  /** The address of this machine that the client uses. */
  from?: string
}

/** Sends a request to a proxy, and returns the response with its body as a stream. */
export async function openThrough(
  { origin, certificate }: RunningProxy,
  { method, path, headers = {}, body, from = '127.0.0.2' }: ProxyRequest,
): Promise<IncomingMessage> {
  const encoded = body === undefined ? undefined : new Response(body instanceof FormData ? body : JSON.stringify(body))
  const contentType = body instanceof FormData ? encoded?.headers.get('content-type') : 'application/json'
  const options = {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(contentType && body ? { 'content-type': contentType } : {}), ...headers },
    localAddress: from,
    ...(certificate === undefined ? {} : { ca: certificate }),
  }
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = (certificate === undefined ? http : https).request(origin + path, options, resolve).on('error', reject)
  request.end(encoded && Buffer.from(await encoded.arrayBuffer()))
  return promise
}

/** Sends a request to a proxy, and returns the status and the parsed body. */
export async function sendThrough(proxy: RunningProxy, request: ProxyRequest) {
  const response = await openThrough(proxy, request)
  const body = await text(response)
  return { status: response.statusCode, body: body.startsWith('{') ? JSON.parse(body) : body }
}
