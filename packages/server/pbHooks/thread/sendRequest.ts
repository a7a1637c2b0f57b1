import type { Plain } from '../../pb/Host.ts'
import { Cookie } from './Cookie.ts'
import { FormData } from './FormData.ts'
import type { ScriptRunner } from './ScriptRunner.ts'

/** The response of another server, as it crosses threads. */
export interface FetchedResponse {
  status: number
  headers: [string, string][]
  text: string
}

const canonical = (name: string): string => name.toLowerCase().replaceAll(/(^|-)[a-z]/g, part => part.toUpperCase())

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns the body of a request and, of a form, its content type. */
function bodyOf({ body, data }: Plain): { body: string | Uint8Array; type?: string } {
  if (data) return { body: JSON.stringify(data) }
  return body instanceof FormData ? body.encode() : { body: body ? String(body) : '' }
}

/** Sends a request and waits for the response, as `$http.send` of 0.22. */
export function sendRequest({ callHost }: ScriptRunner, request: Plain) {
  const { url, method = 'GET', headers = {}, timeout = 120 } = request
  const { body, type } = bodyOf(request)
  const hasType = Object.keys(headers as object).some(name => name.toLowerCase() === 'content-type')
  const sent = {
    url: String(url),
    method: String(method).toUpperCase(),
    headers: { ...(headers as object), ...(!hasType && { 'content-type': type ?? 'application/json' }) },
    body,
    timeout: Number(timeout),
  }
  const response = callHost('send', [sent]) as FetchedResponse
  const grouped = new Map<string, string[]>()
  const cookies = new Map<string, Cookie>()
  for (const [name, value] of response.headers) {
    grouped.set(canonical(name), [...(grouped.get(canonical(name)) ?? []), value])
    if (name !== 'set-cookie') continue
    const [pair = ''] = value.split(';')
    const at = pair.indexOf('=')
    cookies.set(pair.slice(0, at), new Cookie({ name: pair.slice(0, at), value: pair.slice(at + 1) }))
  }
  return {
    statusCode: response.status,
    headers: Object.fromEntries(grouped),
    cookies: Object.fromEntries(cookies),
    raw: response.text,
    json: parsed(response.text),
  }
}
