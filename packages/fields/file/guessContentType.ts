import { detectTextType, typeSampleBytes } from './detectTextType.ts'

const png = '\x89PNG\r\n\x1a\n'

/** Types with a signature in the first bytes, which the browser detects as reliably as the server. */
const signatures: [contentType: string, matchesHead: (head: string) => boolean][] = [
  ['image/vnd.mozilla.apng', head => head.startsWith(png) && head.slice(0, 512).includes('acTL')],
  ['image/png', head => head.startsWith(png)],
  ['image/jpeg', head => head.startsWith('\xff\xd8\xff')],
  ['image/gif', head => head.startsWith('GIF87a') || head.startsWith('GIF89a')],
  ['image/webp', head => head.startsWith('RIFF') && head.startsWith('WEBP', 8)],
  ['application/pdf', head => head.startsWith('%PDF-')],
]

const hasSignature = new Set([...signatures.map(([contentType]) => contentType), 'image/jpg'])

const textual =
  /^text\/|[/+](?:json|xml|javascript|x-javascript|sql|x-sh|x-yaml|rtf|csv)$|^application\/(?:vnd\.ms-excel|x-php)$|^video\/mp2t$/

/**
 * Returns the probable content type of a new file: from its first bytes, otherwise from the type that the browser derives from
 * its name. '' if only the server can tell.
 * @param head the first bytes, one character per byte
 */
export function guessContentType(head: string, claimed: string, allowed: readonly string[]): string {
  const text = detectTextType(head, head.length < typeSampleBytes)
  if (text) return text.contentType
  const found = signatures.find(([, matchesHead]) => matchesHead(head))
  if (found) return found[0]
  // Whatever it is, its first bytes say that it is none of these.
  if (allowed.every(type => hasSignature.has(type) || type === 'image/svg+xml')) return 'application/octet-stream'
  const bare = (claimed.split(';')[0] ?? '').trim().toLowerCase()
  return hasSignature.has(bare) || textual.test(bare) ? '' : bare
}
