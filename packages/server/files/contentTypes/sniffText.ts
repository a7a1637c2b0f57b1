import type { Sniffed } from './namedType.ts'
import { looksLikeJson, looksLikeTable } from './textShapes.ts'

/** Control characters that no text holds. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const binary = /[\x00-\x08\x0B\x0E-\x1A\x1C-\x1F]/

const html = /^<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>]|^<!--/i
const xmlIntroduction = /^(?:<\?xml[^>]*>|<!doctype svg[^>]*>|<!--[\s\S]*?-->|\s)*/i
const interpreters: [RegExp, Sniffed][] = [
  [/python/, { contentType: 'text/x-python', extension: '.py' }],
  [/php/, { contentType: 'text/x-php', extension: '.php' }],
  [/node/, { contentType: 'application/javascript', extension: '.js' }],
  [/perl/, { contentType: 'text/x-perl', extension: '.pl' }],
  [/lua/, { contentType: 'text/x-lua', extension: '.lua' }],
]

/** Formats that may consist of text alone, apart from markup and scripts. Broken GIF images keep their type, as in 0.22. */
const textFormats: [RegExp, Sniffed][] = [
  [/^%PDF-/, { contentType: 'application/pdf', extension: '.pdf' }],
  [/^%!PS/, { contentType: 'application/postscript', extension: '.ps' }],
  [/^GIF8[79]a/, { contentType: 'image/gif', extension: '.gif' }],
  [/^\{\\rtf/, { contentType: 'text/rtf', extension: '.rtf' }],
  [/^WEBVTT(?:\s|$)/, { contentType: 'text/vtt', extension: '.vtt' }],
  [/^BEGIN:VCARD\s/, { contentType: 'text/vcard', extension: '.vcf' }],
  [/^BEGIN:VCALENDAR\s/, { contentType: 'text/calendar', extension: '.ics' }],
]

const charsetOf = (head: Uint8Array, isWhole: boolean): string => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: !isWhole })
    return 'utf-8'
  } catch {
    return head.some(byte => byte >= 0x80 && byte <= 0x9f) ? 'windows-1252' : 'iso-8859-1'
  }
}

const byteOrder = (head: Uint8Array): string | undefined => {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : undefined
}

const scriptType = (text: string): Sniffed | undefined => {
  if (/^<\?(?:php|[\s=])/i.test(text)) return { contentType: 'text/x-php', extension: '.php' }
  const shebang = /^#!.*/.exec(text)?.[0]
  return interpreters.find(([name]) => shebang && name.test(shebang))?.[1]
}

const markupType = (text: string, charset: string): Sniffed | undefined => {
  const trimmed = text.trimStart()
  if (/^<svg[\s/>]/i.test(trimmed.replace(xmlIntroduction, ''))) return { contentType: 'image/svg+xml', extension: '.svg' }
  if (html.test(trimmed)) return { contentType: `text/html; charset=${charset}`, extension: '.html' }
  return /^<\?xml\s/i.test(trimmed) ? { contentType: `text/xml; charset=${charset}`, extension: '.xml' } : undefined
}

/**
 * Returns the kind of text that a file holds, or undefined when the file is binary. A file that begins as markup or as a script
 * counts as that even if control characters follow, because browsers and interpreters ignore those.
 * @param head the first bytes of the file
 * @param isWhole whether these bytes are the whole file, so that nothing is cut off at their end
 */
export const sniffText = (head: Uint8Array, isWhole: boolean): Sniffed | undefined => {
  const wide = byteOrder(head)
  if (wide) return { contentType: `text/plain; charset=${wide}`, extension: '.txt' }
  const text = new TextDecoder('latin1').decode(head).replace(/^\xEF\xBB\xBF/, '')
  const charset = charsetOf(head, isWhole)
  const markup = markupType(text, charset) ?? scriptType(text)
  if (markup) return markup
  if (binary.test(text)) return undefined
  const format = textFormats.find(([signature]) => signature.test(text))
  if (format) return format[1]
  if (looksLikeJson(text, isWhole)) return { contentType: 'application/json', extension: '.json' }
  if (looksLikeTable(text, ',', isWhole)) return { contentType: 'text/csv', extension: '.csv' }
  if (looksLikeTable(text, '\t', isWhole)) return { contentType: 'text/tab-separated-values', extension: '.tsv' }
  return { contentType: `text/plain; charset=${charset}`, extension: '.txt' }
}
