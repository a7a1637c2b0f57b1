import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { samplesDir } from '../../harness/paths.ts'
import type { FormPart } from './Exchange.ts'
import { writeExact } from './exactJson.ts'
import type { Variables } from './Variables.ts'

const boundary = '----exchange7d1f'

export const multipartType = `multipart/form-data; boundary=${boundary}`

const fileHead = (name: string, { filename = name, type = 'application/octet-stream' }: FormPart) =>
  `; filename="${filename}"\r\nContent-Type: ${type}`

async function readPart(part: FormPart, variables: Variables): Promise<{ head: string; content: Uint8Array | string }> {
  if (part.file !== undefined)
    return { head: fileHead(basename(part.file), part), content: await readFile(join(samplesDir, part.file)) }
  if (part.filename !== undefined) return { head: fileHead(part.filename, part), content: variables.fillText(part.content ?? '') }
  const value = variables.fill(part.value ?? '')
  return { head: '', content: typeof value === 'string' ? value : writeExact(value) }
}

/** Encodes a multipart body; `multipartType` is its content type. */
export async function encodeForm(parts: readonly FormPart[], variables: Variables): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for (const part of parts) {
    const { head, content } = await readPart(part, variables)
    const start = `--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"${head}\r\n\r\n`
    pieces.push(Buffer.from(start), typeof content === 'string' ? Buffer.from(content) : content, Buffer.from('\r\n'))
  }
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
}
