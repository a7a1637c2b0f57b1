const linkSchemes = ['http:', 'https:', 'mailto:', 'tel:', 'sms:', 'ftp:', 'ftps:', 'xmpp:', 'geo:']

/** Browsers ignore spaces and control characters in a URL, so they are removed before the scheme is checked. */
const squeezed = (address: string): string => address.replace(/[\p{White_Space}\p{Cc}\p{Cf}]/gu, '')

/** Returns the scheme with its colon in lower case; '' for a URL without one. */
const schemeOf = (address: string): string => /^[a-z][a-z0-9+.-]*:/i.exec(squeezed(address))?.[0].toLowerCase() ?? ''

/** Whether a URL is safe for a link: it runs no script. */
export function isLinkAddress(address: string): boolean {
  const scheme = schemeOf(address)
  return squeezed(address) !== '' && (scheme === '' || linkSchemes.includes(scheme))
}

/** Completes a typed URL: `example.com` gets https:, `me@example.com` gets mailto:. */
export function completeAddress(typed: string): string {
  const address = typed.trim()
  if (/^[^\s/@:?#]+@[^\s/@:?#]+\.[a-z]{2,}$/i.test(address)) return `mailto:${address}`
  if (
    /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?(?:[/?#]|$)/i.test(address) &&
    !/\.(?:html?|php|pdf)$/i.test(address.split('/')[0] ?? '')
  )
    return `https://${address}`
  return address
}

/** Whether a URL is safe as the source of an image. */
export function isImageAddress(address: string): boolean {
  const scheme = schemeOf(address)
  if (scheme === 'data:') return isDataImage(address)
  return squeezed(address) !== '' && ['', 'http:', 'https:'].includes(scheme)
}

const isDataImage = (address: string): boolean =>
  /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp|svg\+xml)[;,]/i.test(address.trim())

/**
 * Whether the dashboard loads an image: only from its own server or a data URL, so that no other server learns who reads the
 * text. Relative URLs refer to the page that will show the text.
 */
export function isShownImage(address: string, origin: string): boolean {
  const trimmed = address.trim()
  if (isDataImage(trimmed)) return true
  if (/^[/\\][^/\\]/.test(trimmed)) return true
  return trimmed.toLowerCase().startsWith(`${origin.toLowerCase()}/`)
}

/** Removes the origin from a URL if it is the given one: `/api/files/…`. */
export function withoutOrigin(address: string, origin: string): string {
  return address.toLowerCase().startsWith(`${origin.toLowerCase()}/`) ? address.slice(origin.length) : address
}

/** Removes the origin from the URLs of links and images in HTML source. */
export function sourceWithoutOrigin(html: string, origin: string): string {
  const escaped = origin.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return html.replace(new RegExp(`(<[a-z][^<>]*?\\s(?:href|src)\\s*=\\s*["']?)${escaped}(?=/)`, 'gi'), '$1')
}

/** Returns an alternative text for an image: the stored file name without its random part and extension. */
export function altFromName(name: string): string {
  return name
    .replace(/\.[^.]*$/, '')
    .replace(/_[a-z0-9]{10}$/i, '')
    .replace(/[_-]+/g, ' ')
    .trim()
}
