const parts = /^([a-z][a-z\d+.-]*:\/\/[^/?#]*)?([^?#]*)(.*)$/is

/** Everything that cannot stand in a path as it is; what is encoded already stays. */
const unsafe = /[^\w\-.~!$&'()*+,;=:@%/]/gu

const withoutDots = (path: string): string => {
  const kept: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop()
    else if (segment !== '' && segment !== '.') kept.push(segment)
  }
  return kept.join('/')
}

/** Takes doubled slashes and dot segments out of the path of an address; its query and fragment stay as they are. */
export const resolveUrl = (address: string): string => {
  const [, start = '', path = '', rest = ''] = parts.exec(address) ?? []
  const clean = withoutDots(path)
  const leading = path.startsWith('/') ? '/' : ''
  const trailing = clean !== '' && path.endsWith('/') ? '/' : ''
  return start + (leading + clean + trailing).replace(unsafe, encodeURIComponent) + rest
}
