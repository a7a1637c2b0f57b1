import { goJson } from '../goJson.ts'

/** What is printed in place of a value that would be dangerous, as in Go. */
const unsafe = 'ZgotmplZ'

const htmlEntities: Readonly<Record<string, string>> = {
  '"': '&#34;',
  "'": '&#39;',
  '&': '&amp;',
  '+': '&#43;',
  '<': '&lt;',
  '>': '&gt;',
  '\0': '\uFFFD',
}

/** Escapes a text for HTML and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/["'&+<>\0]/g, character => htmlEntities[character] ?? '')
}

/** Escapes HTML for attributes and elements that hold only text. Entities stay. */
export function escapeTags(html: string): string {
  return html.replaceAll(/["'<>\0]/g, character => htmlEntities[character] ?? '')
}

/** Escapes a text for an attribute without quotes. */
export function escapeUnquoted(text: string): string {
  return text === '' ? unsafe : escapeHtml(text).replaceAll(/[\s=`]/g, character => `&#${character.charCodeAt(0)};`)
}

/** Returns the name of an attribute, if it can have no effect beside its value. */
export function filterName(text: string): string {
  return /^[a-z0-9]+$/i.test(text) && !/^on|^style$|^srcdoc$|src|href|uri|url|^action$|^formaction$|^data$/i.test(text)
    ? text
    : unsafe
}

/**
 * Encodes a value within a URL.
 * @param before what the URL has before the value
 */
export function escapeUrl(text: string, before: string): string {
  if (/^[^/?#]*[:&]/.test(before) && !/^(?:https?|mailto|tel):/i.test(before)) return `#${unsafe}`
  if (/[?#]/.test(before)) return encodeURIComponent(text).replaceAll(/[!'()*]/g, byteOf)
  const whole = before + text
  const scheme = /^([^/?#]*?):/.exec(whole)?.[1]
  if (!before.includes(':') && scheme !== undefined && !/^(?:https?|mailto)$/i.test(scheme.trim())) return `#${unsafe}`
  return text.replaceAll(/%(?![0-9a-f]{2})|[^\w!#$&*+,./:;=?@[\]~%-]/giu, character => encoded(character))
}

/** Encodes the URLs of a list with their sizes, as `srcset` has them. */
export function escapeSources(text: string): string {
  const source = (part: string) =>
    part
      .trim()
      .split(/\s+/)
      .map((word, index) => (index === 0 ? escapeUrl(word, '') : filterCss(word)))
  return text
    .split(',')
    .map(part => source(part).join(' '))
    .join(', ')
}

const byteOf = (character: string): string => `%${character.charCodeAt(0).toString(16)}`
const encoded = (character: string): string =>
  /['()%]/.test(character) ? byteOf(character) : encodeURIComponent(character.toWellFormed())

/** Returns a value that cannot leave its place in a style. */
export function filterCss(text: string): string {
  return /^[\p{L}\p{N}_ #%.,!-]*$/u.test(text) && !/--|expression|mozbinding/i.test(text) ? text : unsafe
}

/** Returns a value as an expression of JavaScript. */
export function escapeJs(value: unknown): string {
  const json = goJson(value ?? null)
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
    .replaceAll(/[<>&]/g, unicode)
  return /^["[{]/.test(json) ? json : ` ${json} `
}

const unicode = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Escapes a text within quotes of JavaScript. */
export function escapeJsText(text: string): string {
  return text.replaceAll(/[^\w .,;:]|[\u0080-\uffff]/g, unicode)
}
