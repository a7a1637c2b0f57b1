import { detectTextType } from '@coffer/fields'
import type { Sniffed } from './namedType.ts'

const withCharset = new Set(['text/plain', 'text/html', 'text/xml'])

function charsetOf(head: Uint8Array, isWhole: boolean): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: !isWhole })
    return 'utf-8'
  } catch {
    return head.some(byte => byte >= 0x80 && byte <= 0x9f) ? 'windows-1252' : 'iso-8859-1'
  }
}

/**
 * Returns the text format of a file with its charset, or undefined when the file is binary.
 * @param head the first bytes of the file
 * @param isWhole whether these bytes are the whole file
 */
export function sniffText(head: Buffer, isWhole: boolean): Sniffed | undefined {
  const found = detectTextType(head.toString('latin1'), isWhole)
  if (!found || !withCharset.has(found.contentType)) return found
  return { ...found, contentType: `${found.contentType}; charset=${charsetOf(head, isWhole)}` }
}
