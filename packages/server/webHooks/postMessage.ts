import type { IncomingMessage } from 'node:http'
import { openRequest, responseTo } from '../runtime/addresses/openRequest.ts'

/** Time in milliseconds that a receiver has to respond. */
const timeoutMs = 15_000
/** Maximum number of bytes of a response that are read. */
const maxResponseBytes = 1_000

/** The response of a receiver. */
export interface WebHookResponse {
  status: number
  /** The beginning of the body. */
  text: string
  /** Seconds after which the receiver wants the next attempt. */
  retryAfterSeconds?: number
}

interface PostOptions {
  /** Whether receivers can have private addresses. */
  allowsPrivate: boolean
  signal: AbortSignal
}

async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    chunks.push(chunk as Buffer)
    length += (chunk as Buffer).length
    if (length >= maxResponseBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxResponseBytes).toString('utf8')
}

/**
 * Sends a message with POST on a connection of its own. Redirects are not followed.
 * @throws PrivateAddressError, or the error of the connection or of the timeout
 */
export async function postMessage(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  { allowsPrivate, signal }: PostOptions,
): Promise<WebHookResponse> {
  const options = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  }
  const request = openRequest(url, options, allowsPrivate)
  try {
    request.end(body)
    const response = await responseTo(request)
    const wanted = Number(response.headers['retry-after'])
    return {
      status: response.statusCode ?? 0,
      text: await readStart(response),
      ...(wanted > 0 && { retryAfterSeconds: wanted }),
    }
  } finally {
    request.on('error', () => undefined).destroy()
  }
}
