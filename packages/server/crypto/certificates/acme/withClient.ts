import type { Client } from 'acme-client'
import { AcmeError, type AcmeProblem } from './explainFailure.ts'

/** Milliseconds for a request to the authority. */
const requestTimeoutMs = 30_000
/** How often, and in which intervals in milliseconds, the client asks whether a challenge or an order has been processed. */
const polling = { backoffAttempts: 20, backoffMin: 500, backoffMax: 5_000 }

const problemPrefix = 'urn:ietf:params:acme:error:'

interface ProblemDocument {
  type?: unknown
  detail?: unknown
  error?: ProblemDocument
}

/** Returns the milliseconds that a `Retry-After` header asks to wait. */
function parseRetryAfter(header: unknown): number | undefined {
  const text = String(header ?? '')
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return milliseconds > 0 ? milliseconds : undefined
}

function problemOf(data: unknown, retryAfter: unknown): AcmeProblem | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { type, detail = '', error } = data as ProblemDocument
  // A challenge that failed contains the problem.
  if (typeof type !== 'string' || !type.startsWith(problemPrefix)) return error && problemOf(error, retryAfter)
  const retryAfterMs = parseRetryAfter(retryAfter)
  return {
    type: type.slice(problemPrefix.length),
    detail: String(detail),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  }
}

/** A client of an authority, whose failed calls throw an `AcmeError` if the authority says why. */
export interface AcmeClient {
  /** Calls the authority. */
  call: <T>(use: (client: Client) => Promise<T>) => Promise<T>
  crypto: typeof import('acme-client').crypto
}

/** Loads the library, which only servers that order certificates need. */
export function loadAcme() {
  return import('acme-client')
}

interface ClientOptions {
  directoryUrl: string
  accountKey: string
  /** Cancels all requests. */
  signal: AbortSignal
}

/** The part of the library's client that sends its requests. The types of the library lack it. */
interface RequestSender {
  http: {
    request: (url: string, method: string, options?: object) => Promise<{ data: unknown; headers: Record<string, unknown> }>
  }
}

/** Rejects with the reason of a signal when it aborts. Call `stop` when nobody waits any more. */
function rejectOnAbort(signal: AbortSignal): { aborted: Promise<never>; stop: () => void } {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  return { aborted, stop: () => signal.removeEventListener('abort', onAbort) }
}

/**
 * Uses a client. Ends as soon as the signal aborts or the authority reports its rate limit. The library would go on asking for the status
 * of a challenge for more than a minute, also during the next order, so the client then cancels its own requests.
 */
export async function withClient<T>(
  { directoryUrl, accountKey, signal }: ClientOptions,
  use: (client: AcmeClient) => Promise<T>,
): Promise<T> {
  const { Client, axios, crypto } = await loadAcme()
  // Replaces the retries of the library: ours survive restarts. Its handler also hides why a connection failed.
  axios.interceptors.response.clear()
  axios.interceptors.response.use(
    response => response,
    error => {
      if (!error.response) throw error
      return error.response
    },
  )
  const limited = new AbortController()
  const ended = AbortSignal.any([signal, limited.signal])
  let problem: AcmeProblem | undefined
  const client = new Client({ directoryUrl, accountKey, ...polling })
  const { http } = client as unknown as RequestSender
  const request = http.request.bind(http)
  http.request = async (url, method, options) => {
    const response = await request(url, method, { ...options, timeout: requestTimeoutMs, signal: ended })
    problem = problemOf(response.data, response.headers['retry-after']) ?? problem
    if (problem?.type === 'rateLimited') limited.abort(new AcmeError(problem))
    return response
  }
  const call: AcmeClient['call'] = async callClient => {
    problem = undefined
    try {
      return await callClient(client)
    } catch (error) {
      throw problem ? new AcmeError(problem) : error
    }
  }
  const { aborted, stop } = rejectOnAbort(ended)
  try {
    return await Promise.race([use({ crypto, call }), aborted])
  } finally {
    stop()
  }
}
