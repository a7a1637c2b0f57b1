import type { FileRules, Issue } from '../../contract.ts'
import { claimedType } from '../claimedType.ts'
import { judgeUpload } from '../judgeUpload.ts'

/** How much of a file is looked at. */
const headLength = 512

/** What the server would say of a file's size and content, as far as the browser can tell; it judges again. */
export async function judgeFile(rules: Pick<FileRules, 'maxSize' | 'mimeTypes'>, file: File): Promise<Issue | undefined> {
  const { name, size } = file
  const tooLarge = judgeUpload(rules, { name, size, contentType: '' })
  if (tooLarge || rules.mimeTypes.length === 0) return tooLarge
  return judgeUpload(rules, { name, size, contentType: claimedType(await readHead(file), file.type, rules.mimeTypes) })
}

/** One character for each byte. */
async function readHead(file: File): Promise<string> {
  return String.fromCharCode(...new Uint8Array(await file.slice(0, headLength).arrayBuffer()))
}
