// biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII is meant
const beyondAscii = /[^\x00-\x7f]/

/** Node reads header bytes one by one; text that clients send in UTF-8 is put together again. */
const asUtf8 = (text: string): string => (beyondAscii.test(text) ? Buffer.from(text, 'latin1').toString('utf8') : text)

const withoutOrigin = (url: string): string => {
  const slash = url.indexOf('/', url.indexOf('//') + 2)
  return slash === -1 ? '/' : url.slice(slash)
}

/** The path and query of a request just as the client sent them: nothing decoded, no dots resolved. */
export const requestTarget = (sent: string): string => {
  const target = asUtf8(sent)
  return /^https?:\/\//i.test(target) ? withoutOrigin(target) : target
}

/** The path of a target as routes see it: under /api/ one trailing slash does not count. */
export const routedPath = (target: string): string => {
  const query = target.indexOf('?')
  const path = query === -1 ? target : target.slice(0, query)
  return path.endsWith('/') && path.startsWith('/api/') ? path.slice(0, -1) : path
}
