const png = '\x89PNG\r\n\x1a\n'

/** Types that show in the first bytes of a file, so that a browser can tell them as surely as the server. */
const signatures: [contentType: string, isBegun: (head: string) => boolean][] = [
  ['image/vnd.mozilla.apng', head => head.startsWith(png) && head.includes('acTL')],
  ['image/png', head => head.startsWith(png)],
  ['image/jpeg', head => head.startsWith('\xff\xd8\xff')],
  ['image/gif', head => head.startsWith('GIF87a') || head.startsWith('GIF89a')],
  ['image/webp', head => head.startsWith('RIFF') && head.startsWith('WEBP', 8)],
  ['application/pdf', head => head.startsWith('%PDF-')],
]

const signed = new Set([...signatures.map(([contentType]) => contentType), 'image/jpg'])

const textual =
  /^text\/|[/+](?:json|xml|javascript|x-javascript|sql|x-sh|x-yaml|rtf|csv)$|^application\/(?:vnd\.ms-excel|x-php)$|^video\/mp2t$/

/** Whether files of a type are made of text, of which only the server tells one kind from another. */
const isTextual = (contentType: string) => textual.test(contentType)

/** Control characters that no text holds. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const binary = /[\x00-\x08\x0B\x0E-\x1A\x1C-\x1F]/

/**
 * What a file is, as far as it can be told before the server has looked into it: from its first bytes, else from the type that
 * the system has for its name. '' where the server has to tell.
 * @param head the first bytes, one character for each
 */
export const claimedType = (head: string, claimed: string, allowed: readonly string[]): string => {
  const found = signatures.find(([, isBegun]) => isBegun(head))
  if (found) return found[0]
  const bare = (claimed.split(';')[0] ?? '').trim().toLowerCase()
  const isText = !binary.test(head) && (bare === '' || isTextual(bare) || signed.has(bare))
  if (isText) return allowed.some(isTextual) ? '' : 'text/plain'
  // It is called what its first bytes say that it is not.
  if (signed.has(bare)) return allowed.every(type => signed.has(type)) ? 'application/octet-stream' : ''
  return isTextual(bare) ? '' : bare
}
