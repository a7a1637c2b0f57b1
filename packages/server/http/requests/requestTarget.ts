// biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII is meant
const beyondAscii = /[^\x00-\x7f]/

/** Node decodes request targets as Latin-1, but clients send UTF-8. */
const decodeUtf8 = (text: string): string => (beyondAscii.test(text) ? Buffer.from(text, 'latin1').toString('utf8') : text)

const withoutOrigin = (url: string): string => {
  const slash = url.indexOf('/', url.indexOf('//') + 2)
  return slash === -1 ? '/' : url.slice(slash)
}

/** Returns the path and query of a request as the client sent them: not decoded, with unresolved dots. */
export const requestTarget = (sent: string): string => {
  const target = decodeUtf8(sent)
  return /^https?:\/\//i.test(target) ? withoutOrigin(target) : target
}

/** Returns the path of a target for routing: without the query and, below /api/, without one trailing slash. */
export const routedPath = (target: string): string => {
  const query = target.indexOf('?')
  const path = query === -1 ? target : target.slice(0, query)
  return path.endsWith('/') && path.startsWith('/api/') ? path.slice(0, -1) : path
}
