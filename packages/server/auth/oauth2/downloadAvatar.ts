import type { IncomingMessage } from 'node:http'
import { basename } from 'node:path'
import { openRequest, responseTo } from '../../runtime/addresses/openRequest.ts'

/** Maximum size of an avatar in bytes. */
const maxAvatarBytes = 5 * 1024 * 1024
const maxRedirects = 3
const downloadTimeoutMs = 10_000

/** A downloaded image, as plain data. */
export interface Avatar {
  /** The file name in its URL; `avatar` if there is none. */
  name: string
  bytes: Uint8Array
}

/** Reads the body; undefined if it is too large. */
async function readBytes(response: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    length += (chunk as Buffer).length
    if (length > maxAvatarBytes) return undefined
    chunks.push(chunk as Buffer)
  }
  return length === 0 ? undefined : new Uint8Array(Buffer.concat(chunks))
}

function nameOf({ pathname }: URL): string {
  const name = basename(pathname)
  return /^[\w.-]{1,100}$/.test(name) ? name : 'avatar'
}

async function follow(url: URL, trustedOrigin: string, signal: AbortSignal, redirects: number): Promise<Avatar | undefined> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  const options = { headers: { accept: 'image/*', 'user-agent': 'Coffer' }, signal }
  const request = openRequest(url, options, url.origin === trustedOrigin)
  try {
    request.end()
    const response = await responseTo(request)
    const { statusCode = 0, headers } = response
    if (statusCode >= 300 && statusCode < 400 && headers.location && redirects < maxRedirects)
      return await follow(new URL(headers.location, url), trustedOrigin, signal, redirects + 1)
    const bytes = statusCode === 200 ? await readBytes(response) : undefined
    return bytes && { name: nameOf(url), bytes }
  } finally {
    request.on('error', () => undefined).destroy()
  }
}

/**
 * Downloads the picture of a provider's user. Its address comes from outside, so only the provider itself can be in a private network.
 * Returns undefined if it cannot be downloaded or is too large: a sign-up does not depend on it.
 * @param provider a URL of the provider
 */
export async function downloadAvatar(address: string, provider: string): Promise<Avatar | undefined> {
  const [url, origin] = [URL.parse(address), URL.parse(provider)?.origin ?? '']
  if (!url) return undefined
  return follow(url, origin, AbortSignal.timeout(downloadTimeoutMs), 0).catch(() => undefined)
}
