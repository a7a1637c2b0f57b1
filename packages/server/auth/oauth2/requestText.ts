/** Bytes of an answer of a provider; a longer one is not read to its end. */
const longestReply = 1024 * 1024
/** Milliseconds that a provider may take for one answer. */
const patience = 10_000

/** An answer of a provider. */
export interface TextReply {
  status: number
  contentType: string
  text: string
}

/** Undefined when it is too long. */
const readText = async (response: Response): Promise<string | undefined> => {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > longestReply) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** The kind of what went wrong on the way. Messages may quote the question, which holds secrets. */
const kindOf = (error: unknown): string => {
  const cause: { code?: unknown; name?: unknown } = error instanceof Error ? (error.cause ?? error) : {}
  return String(typeof cause.code === 'string' ? cause.code : cause.name)
}

/**
 * Asks a provider. Where it sends elsewhere, nobody follows with a secret.
 * @param deadline ends it early
 * @throws Error when the provider cannot be reached, takes too long, or answers more than can be of use
 */
export const requestText = async (address: string, init: RequestInit, deadline: AbortSignal): Promise<TextReply> => {
  const signal = AbortSignal.any([deadline, AbortSignal.timeout(patience)])
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
    throw new Error(`The provider gives no answer: ${kindOf(error)}.`)
  }
  if (text === undefined) throw new Error('The provider answers more than can be of use.')
  if (status >= 300 && status < 400) throw new Error(`The provider sends elsewhere with ${status}.`)
  return { status, contentType, text }
}
