import { looksLikeJson, looksLikeTable } from './textShapes.ts'

export interface TextType {
  /** Without a charset. */
  contentType: string
  extension: string
}

/** How many bytes of a file are needed to tell its kind. */
export const typeSampleBytes = 3072

/** Control characters that no text holds. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const binary = /[\x00-\x08\x0B\x0E-\x1A\x1C-\x1F]/

const plain: TextType = { contentType: 'text/plain', extension: '.txt' }

const html = /^<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>]|^<!--/i
const xmlIntroduction = /^(?:<\?xml[^>]*>|<!doctype svg[^>]*>|<!--[\s\S]*?-->|\s)*/i
const interpreters: [RegExp, TextType][] = [
  [/python/, { contentType: 'text/x-python', extension: '.py' }],
  [/php/, { contentType: 'text/x-php', extension: '.php' }],
  [/node/, { contentType: 'application/javascript', extension: '.js' }],
  [/perl/, { contentType: 'text/x-perl', extension: '.pl' }],
  [/lua/, { contentType: 'text/x-lua', extension: '.lua' }],
]

/** Formats that may consist of text alone, apart from markup and scripts. Broken GIF images keep their type, as in 0.22. */
const textFormats: [RegExp, TextType][] = [
  [/^%PDF-/, { contentType: 'application/pdf', extension: '.pdf' }],
  [/^%!PS/, { contentType: 'application/postscript', extension: '.ps' }],
  [/^GIF8[79]a/, { contentType: 'image/gif', extension: '.gif' }],
  [/^\{\\rtf/, { contentType: 'text/rtf', extension: '.rtf' }],
  [/^WEBVTT(?:\s|$)/, { contentType: 'text/vtt', extension: '.vtt' }],
  [/^BEGIN:VCARD\s/, { contentType: 'text/vcard', extension: '.vcf' }],
  [/^BEGIN:VCALENDAR\s/, { contentType: 'text/calendar', extension: '.ics' }],
]

function scriptType(text: string): TextType | undefined {
  if (/^<\?(?:php|[\s=])/i.test(text)) return { contentType: 'text/x-php', extension: '.php' }
  const shebang = /^#!.*/.exec(text)?.[0]
  return interpreters.find(([name]) => shebang && name.test(shebang))?.[1]
}

function markupType(text: string): TextType | undefined {
  const trimmed = text.trimStart()
  if (/^<svg[\s/>]/i.test(trimmed.replace(xmlIntroduction, ''))) return { contentType: 'image/svg+xml', extension: '.svg' }
  if (html.test(trimmed)) return { contentType: 'text/html', extension: '.html' }
  return /^<\?xml\s/i.test(trimmed) ? { contentType: 'text/xml', extension: '.xml' } : undefined
}

/**
 * Returns the kind of text that a file holds, or undefined when the file is binary. A file that begins as markup or as a script
 * counts as that even if control characters follow, because browsers and interpreters ignore those.
 * @param head the first bytes of the file, one character for each
 * @param isWhole whether these bytes are the whole file, so that nothing is cut off at their end
 */
export function detectTextType(head: string, isWhole: boolean): TextType | undefined {
  // The byte order marks of UTF-16.
  if (/^(?:\xFF\xFE|\xFE\xFF)/.test(head)) return plain
  const text = head.replace(/^\xEF\xBB\xBF/, '')
  const markup = markupType(text) ?? scriptType(text)
  if (markup) return markup
  if (binary.test(text)) return undefined
  const format = textFormats.find(([signature]) => signature.test(text))
  if (format) return format[1]
  if (looksLikeJson(text, isWhole)) return { contentType: 'application/json', extension: '.json' }
  if (looksLikeTable(text, ',', isWhole)) return { contentType: 'text/csv', extension: '.csv' }
  if (looksLikeTable(text, '\t', isWhole)) return { contentType: 'text/tab-separated-values', extension: '.tsv' }
  return plain
}
