import type { FileRules, Issue } from '../../contract.ts'
import { claimedType } from '../claimedType.ts'
import { judgeUpload } from '../judgeUpload.ts'
import { typeHeadLength } from '../textType.ts'

/** Validates a file's size and content type as far as the browser can. The server validates again. */
export async function judgeFile(rules: Pick<FileRules, 'maxSize' | 'mimeTypes'>, file: File): Promise<Issue | undefined> {
  const { name, size } = file
  const tooLarge = judgeUpload(rules, { name, size, contentType: '' })
  if (tooLarge || rules.mimeTypes.length === 0) return tooLarge
  return judgeUpload(rules, { name, size, contentType: claimedType(await readHead(file), file.type, rules.mimeTypes) })
}

/** Decodes bytes to a text with one character per byte. */
async function readHead(file: File): Promise<string> {
  return String.fromCharCode(...new Uint8Array(await file.slice(0, typeHeadLength).arrayBuffer()))
}
