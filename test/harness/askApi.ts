type RawBody = string | FormData | Blob | Uint8Array<ArrayBuffer>

export interface RequestOptions {
  /** The Authorization header. */
  token?: string | undefined
  /** A form, text or bytes unchanged; any other object as JSON. */
  body?: RawBody | object
  headers?: Record<string, string>
  /** Milliseconds after which a missing response is an error. */
  timeoutMs?: number
}

export interface ApiResponse {
  status: number
  headers: Headers
  text: string
  /** The parsed body; empty if it is not a JSON object. */
  json: Record<string, unknown>
}

const isRaw = (body: RawBody | object): body is RawBody =>
  typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array || body instanceof Blob

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/**
 * Sends a request to a server on this machine.
 * @param path absolute path, percent-encoded as it is to be sent
 */
export async function askApi(
  port: number,
  method: string,
  path: string,
  requestOptions: RequestOptions = {},
): Promise<ApiResponse> {
  const { token, body, headers = {}, timeoutMs = 60_000 } = requestOptions
  const isJson = body !== undefined && !isRaw(body)
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      ...(token !== undefined && { Authorization: token }),
      ...(isJson && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: parseObject(text) }
}

/**
 * Sends a request to a server on this machine, and repeats it while the server rejects it with 503: on a busy machine, threads start so
 * slowly that the first requests are rejected.
 * @param maxBusyMs milliseconds for which the request is repeated
 * @throws Error if the server still rejects it
 */
export async function askWhenReady(
  port: number,
  method: string,
  path: string,
  requestOptions?: RequestOptions,
  maxBusyMs = 60_000,
): Promise<ApiResponse> {
  const startedAt = performance.now()
  for (;;) {
    const response = await askApi(port, method, path, requestOptions)
    if (response.status !== 503) return response
    if (performance.now() - startedAt >= maxBusyMs) {
      const seconds = maxBusyMs / 1000
      throw new Error(
        `For ${seconds} seconds, the server has rejected ${method} ${path} with 503: ${response.text.slice(0, 300)}`,
      )
    }
  }
}
