import { writeJson } from './writeValue.ts'

/** One call with curl. */
export interface CurlCall {
  method: string
  /** The complete URL. */
  url: string
  /** Query parameters, not encoded. */
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  body?: object
  /** Paths of files, by field. With files, the body is sent as a part of a form. */
  files?: Readonly<Record<string, string>>
  /** Whether the call sends a token. */
  isSignedIn: boolean
}

/** Quotes a text as one shell word. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Returns the curl options that send the body. */
function bodyOptions({ body, files = {} }: CurlCall): string[] {
  const paths = Object.entries(files)
  if (body === undefined) return []
  if (paths.length === 0) return ["-H 'Content-Type: application/json'", `-d ${quote(writeJson(body))}`]
  return [
    `--form-string ${quote(`@jsonPayload=${writeJson(body)}`)}`,
    ...paths.map(([field, path]) => `-F ${quote(`${field}=@${path}`)}`),
  ]
}

/** Writes the command for a call on several lines, with the placeholder `TOKEN`. */
export function writeCurl(call: CurlCall): string {
  const isGet = call.method === 'GET'
  const query = isGet ? Object.entries(call.query ?? {}) : []
  const verb = query.length > 0 ? '-G ' : isGet ? '' : `-X ${call.method} `
  const search = isGet ? '' : new URLSearchParams(call.query).toString()
  const lines = [
    `curl ${verb}${quote(search ? `${call.url}?${search}` : call.url)}`,
    ...Object.entries(call.headers ?? {}).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(call.isSignedIn ? ["-H 'Authorization: TOKEN'"] : []),
    ...query.map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`),
    ...bodyOptions(call),
  ]
  return lines.join(' \\\n  ')
}
