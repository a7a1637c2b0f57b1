const maxResponseBytes = 1024 * 1024
const requestTimeoutMs = 10_000

/** A response of a provider as text. */
export interface TextReply {
  status: number
  contentType: string
  text: string
}

/** Reads the body; undefined if it is too large. */
async function readText(response: Response): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxResponseBytes) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** Returns the error code or name. Messages can quote the request, which contains secrets. */
function kindOf(error: unknown): string {
  const cause: { code?: unknown; name?: unknown } = error instanceof Error ? (error.cause ?? error) : {}
  return String(typeof cause.code === 'string' ? cause.code : cause.name)
}

/**
 * Sends a request to a provider. Does not follow redirects, because the request contains secrets.
 * @param deadline aborts the request
 * @throws Error if the provider cannot be reached, redirects, times out or sends too large a response
 */
export async function requestText(address: string, init: RequestInit, deadline: AbortSignal): Promise<TextReply> {
  const signal = AbortSignal.any([deadline, AbortSignal.timeout(requestTimeoutMs)])
  const headers = { 'User-Agent': 'Coffer', ...init.headers }
  let status: number
  let contentType: string
  let text: string | undefined
  try {
    const response = await fetch(address, { ...init, headers, redirect: 'manual', signal })
    status = response.status
    contentType = response.headers.get('content-type') ?? ''
    text = await readText(response)
  } catch (error) {
    throw new Error(`The provider did not respond: ${kindOf(error)}.`)
  }
  if (text === undefined) throw new Error('The response of the provider is too large.')
  if (status >= 300 && status < 400) throw new Error(`The provider redirected the request with status ${status}.`)
  return { status, contentType, text }
}
