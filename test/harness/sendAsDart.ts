import { type ApiResponse, askApi } from './askApi.ts'

export interface DartRequest {
  /** Null is left out, and a list becomes a parameter for each value. */
  query?: Record<string, string | number | null | readonly string[]>
  body?: object
  files?: readonly (readonly [field: string, name: string, content: string | Uint8Array])[]
  token?: string
}

/** JSON has no control characters. */
const isPlainAscii = (json: string) => /^[ -~]*$/.test(json)

/** Writes the bodies of files as the SDK does: all values as JSON in a part of their own, then each file with a type of its own. */
function multipart(body: object, files: NonNullable<DartRequest['files']>): { body: Uint8Array<ArrayBuffer>; type: string } {
  const boundary = 'dart-http-boundary-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQR'
  const values = JSON.stringify(body)
  const encoding = isPlainAscii(values) ? '' : '\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-transfer-encoding: binary'
  const parts: (string | Uint8Array)[] = [
    `--${boundary}\r\ncontent-disposition: form-data; name="@jsonPayload"${encoding}\r\n\r\n${values}\r\n`,
  ]
  for (const [field, name, content] of files) {
    const type = typeof content === 'string' ? 'text/plain; charset=utf-8' : 'application/octet-stream'
    const disposition = `content-disposition: form-data; name="${field}"; filename="${name}"`
    parts.push(`--${boundary}\r\ncontent-type: ${type}\r\n${disposition}\r\n\r\n`, content, '\r\n')
  }
  const bytes = [...parts, `--${boundary}--\r\n`].map(part => (typeof part === 'string' ? Buffer.from(part) : part))
  return { body: new Uint8Array(Buffer.concat(bytes)), type: `multipart/form-data; boundary=${boundary}` }
}

/**
 * Sends a request in the form of the Dart SDK 0.23 (github.com/pocketbase/dart-sdk, `client.dart` and `multipart_request.dart`): JSON is
 * announced also without a body, spaces in a query are plus signs, and values beside files are one part of JSON.
 */
export function sendAsDart(
  port: number,
  method: string,
  path: string,
  { query = {}, body, files, token }: DartRequest = {},
): Promise<ApiResponse> {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((one): [string, string] => [name, `${one}`]),
  )
  const sent = files ? multipart(body ?? {}, files) : { body: body && JSON.stringify(body), type: 'application/json' }
  return askApi(port, method, `/today${path}?${new URLSearchParams(parameters)}`, {
    ...(token !== undefined && { token }),
    ...(sent.body !== undefined && { body: sent.body }),
    headers: { 'Content-Type': sent.type, 'Accept-Language': 'en-US' },
  })
}
