const parts = /^([a-z][a-z\d+.-]*:\/\/[^/?#]*)?([^?#]*)(.*)$/is

/** Matches characters that must be encoded in a path. Existing escapes stay. */
const unsafe = /[^\w\-.~!$&'()*+,;=:@%/]/gu

function withoutDots(path: string): string {
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return segments.join('/')
}

/** Removes double slashes and dot segments from the path of a URL. Query and fragment stay unchanged. */
export function resolveUrl(address: string): string {
  const [, start = '', path = '', rest = ''] = parts.exec(address) ?? []
  const clean = withoutDots(path)
  const leading = path.startsWith('/') ? '/' : ''
  const trailing = clean !== '' && path.endsWith('/') ? '/' : ''
  return start + (leading + clean + trailing).replace(unsafe, encodeURIComponent) + rest
}
