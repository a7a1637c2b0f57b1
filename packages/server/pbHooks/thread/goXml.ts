import { GoError } from './errors.ts'

const references: Readonly<globalThis.Record<string, string>> = {
  '"': '&#34;',
  "'": '&#39;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
}

function elementOf(value: unknown): string {
  if (typeof value === 'boolean') return `<bool>${value}</bool>`
  if (typeof value === 'number') return Number.isInteger(value) ? `<int64>${value}</int64>` : `<float64>${value}</float64>`
  if (typeof value !== 'string')
    throw new GoError('xml: unsupported type. Texts, numbers, booleans and lists of them become XML: use c.xmlBlob for others.')
  const escaped = value.replaceAll(/["'&<>\t\n\r]/g, character => references[character] ?? '')
  return `<string>${escaped}</string>`
}

/** Writes a value as XML like the encoder of 0.22, which names elements after types and does not support objects. */
export function goXml(value: unknown, separator = ''): string {
  if (value === undefined || value === null) return ''
  return Array.isArray(value) ? value.map(item => goXml(item, separator)).join(separator) : elementOf(value)
}
