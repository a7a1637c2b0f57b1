import { writeJson } from './writeValue.ts'

/** One call with curl. */
export interface CurlCall {
  method: string
  /** The whole address. */
  url: string
  /** Parameters of the address, not yet encoded. */
  query?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  body?: object
  /** Paths of files by the field that takes them: the body then goes along as one part of a form. */
  files?: Readonly<Record<string, string>>
  /** Whether the token of who is signed in goes along. */
  isSignedIn: boolean
}

/** A text as one word of a shell. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** What is sent along, one option of curl each. */
const bodyOptions = ({ body, files = {} }: CurlCall): string[] => {
  const paths = Object.entries(files)
  if (body === undefined) return []
  if (paths.length === 0) return ["-H 'Content-Type: application/json'", `-d ${quote(writeJson(body))}`]
  return [
    `--form-string ${quote(`@jsonPayload=${writeJson(body)}`)}`,
    ...paths.map(([field, path]) => `-F ${quote(`${field}=@${path}`)}`),
  ]
}

/** The command for a call, over several lines; `TOKEN` stands for the token where one is needed. */
export const writeCurl = (call: CurlCall): string => {
  const query = Object.entries(call.query ?? {})
  const verb = query.length > 0 ? '-G ' : call.method === 'GET' ? '' : `-X ${call.method} `
  const lines = [
    `curl ${verb}${quote(call.url)}`,
    ...(call.isSignedIn ? ["-H 'Authorization: TOKEN'"] : []),
    ...query.map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`),
    ...bodyOptions(call),
  ]
  const remark = call.isSignedIn ? '# TOKEN is the token that signing in answers.\n' : ''
  return remark + lines.join(' \\\n  ')
}
