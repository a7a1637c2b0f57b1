/**
 * Converts the headers of an HTTP/2 request, alternating names and values, to the headers of the same HTTP/1.1 request. `:authority`
 * becomes `Host`, and the cookies, which clients send one by one, become one header.
 * @param hasBody whether a body follows. One without a length counts as chunked.
 */
export function http2Headers(rawHeaders: readonly string[], hasBody: boolean): string[] {
  const headers: string[] = []
  const cookies: string[] = []
  let hasLength = false
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name, value] = [rawHeaders[index] as string, rawHeaders[index + 1] as string]
    if (name === ':authority') headers.push('host', value)
    else if (name === 'cookie') cookies.push(value)
    else if (!name.startsWith(':')) headers.push(name, value)
    hasLength ||= name === 'content-length'
  }
  if (cookies.length > 0) headers.push('cookie', cookies.join('; '))
  if (hasBody && !hasLength) headers.push('transfer-encoding', 'chunked')
  return headers
}
