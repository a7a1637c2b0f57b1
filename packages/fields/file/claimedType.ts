const png = '\x89PNG\r\n\x1a\n'

/** Types with a signature in the first bytes, which the browser detects as reliably as the server. */
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

/** Whether a type is a text format. Only the server can tell text formats apart. */
const isTextual = (contentType: string) => textual.test(contentType)

/** Control characters that do not occur in text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const binary = /[\x00-\x08\x0B\x0E-\x1A\x1C-\x1F]/

/**
 * Returns the probable content type of a new file: from its first bytes, otherwise from the type that the browser derives from
 * its name. '' if only the server can tell.
 * @param head the first bytes, one character per byte
 */
export const claimedType = (head: string, claimed: string, allowed: readonly string[]): string => {
  const found = signatures.find(([, isBegun]) => isBegun(head))
  if (found) return found[0]
  const bare = (claimed.split(';')[0] ?? '').trim().toLowerCase()
  const isText = !binary.test(head) && (bare === '' || isTextual(bare) || signed.has(bare))
  if (isText) return allowed.some(isTextual) ? '' : 'text/plain'
  // The name claims a type whose signature is missing.
  if (signed.has(bare)) return allowed.every(type => signed.has(type)) ? 'application/octet-stream' : ''
  return isTextual(bare) ? '' : bare
}
