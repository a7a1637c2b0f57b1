import type { FileRules, Issue } from '../../contract.ts'
import { typeSampleBytes } from '../detectTextType.ts'
import { guessContentType } from '../guessContentType.ts'
import { validateUpload } from '../validateUpload.ts'

/** Validates a file's size and content type as far as the browser can. The server validates again. */
export async function validateFile(rules: Pick<FileRules, 'maxSize' | 'mimeTypes'>, file: File): Promise<Issue | undefined> {
  const { name, size } = file
  const tooLarge = validateUpload(rules, { name, size, contentType: '' })
  if (tooLarge || rules.mimeTypes.length === 0) return tooLarge
  return validateUpload(rules, { name, size, contentType: guessContentType(await readHead(file), file.type, rules.mimeTypes) })
}

/** Decodes bytes to a text with one character per byte. */
async function readHead(file: File): Promise<string> {
  return String.fromCharCode(...new Uint8Array(await file.slice(0, typeSampleBytes).arrayBuffer()))
}
