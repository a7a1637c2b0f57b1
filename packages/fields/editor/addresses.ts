const linkSchemes = ['http:', 'https:', 'mailto:', 'tel:', 'sms:', 'ftp:', 'ftps:', 'xmpp:', 'geo:']

/** Browsers read past spaces and control characters in an address, so nothing may hide behind them. */
const squeezed = (address: string): string => address.replace(/[\p{White_Space}\p{Cc}\p{Cf}]/gu, '')

/** The scheme with its colon, in lower case; '' for an address without one. */
const schemeOf = (address: string): string => /^[a-z][a-z0-9+.-]*:/i.exec(squeezed(address))?.[0].toLowerCase() ?? ''

/** Whether a link may lead there: nowhere that runs a script. */
export const isLinkAddress = (address: string): boolean => {
  const scheme = schemeOf(address)
  return squeezed(address) !== '' && (scheme === '' || linkSchemes.includes(scheme))
}

/** What was typed as an address, as it is meant: `example.com` is a site, `me@example.com` a mailbox. */
export const completeAddress = (typed: string): string => {
  const address = typed.trim()
  if (/^[^\s/@:?#]+@[^\s/@:?#]+\.[a-z]{2,}$/i.test(address)) return `mailto:${address}`
  if (
    /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?(?:[/?#]|$)/i.test(address) &&
    !/\.(?:html?|php|pdf)$/i.test(address.split('/')[0] ?? '')
  )
    return `https://${address}`
  return address
}

/** Whether an address may stand in the source of an image. */
export const isImageAddress = (address: string): boolean => {
  const scheme = schemeOf(address)
  if (scheme === 'data:') return isDataImage(address)
  return squeezed(address) !== '' && ['', 'http:', 'https:'].includes(scheme)
}

const isDataImage = (address: string): boolean =>
  /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp|svg\+xml)[;,]/i.test(address.trim())

/**
 * Whether the dashboard itself may load an image: from its own server and from the text, so that no one else learns who reads
 * it. Addresses relative to a page are meant for the page that will show the text.
 */
export const isShownImage = (address: string, origin: string): boolean => {
  const trimmed = address.trim()
  if (isDataImage(trimmed)) return true
  if (/^[/\\][^/\\]/.test(trimmed)) return true
  return trimmed.toLowerCase().startsWith(`${origin.toLowerCase()}/`)
}

/** The address without the server in front, where it is the given one: `/api/files/…`. */
export const withoutOrigin = (address: string, origin: string): string =>
  address.toLowerCase().startsWith(`${origin.toLowerCase()}/`) ? address.slice(origin.length) : address

/** Takes the server out of the addresses of links and images in HTML source. */
export const sourceWithoutOrigin = (html: string, origin: string): string => {
  const escaped = origin.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return html.replace(new RegExp(`(<[a-z][^<>]*?\\s(?:href|src)\\s*=\\s*["']?)${escaped}(?=/)`, 'gi'), '$1')
}

/** A text that stands for an image, from the name of its stored file: without the random part and the ending. */
export const altFromName = (name: string): string =>
  name
    .replace(/\.[^.]*$/, '')
    .replace(/_[a-z0-9]{10}$/i, '')
    .replace(/[_-]+/g, ' ')
    .trim()
