import { type FileHandle, open } from 'node:fs/promises'
import { namedType, type Sniffed } from './namedType.ts'
import { sniffOffice } from './sniffOffice.ts'
import { sniffText } from './sniffText.ts'

/** How much of a file is looked at to tell its kind. */
const headLength = 3072
const fallback: Sniffed = { contentType: 'application/octet-stream', extension: '' }

const hasSignature = (head: Buffer, ...bytes: number[]) => bytes.every((byte, index) => head[index] === byte)

const startsWith = (head: Buffer, text: string) => head.toString('latin1', 0, text.length) === text

/** Kinds that the detection library only tells of files that go on as they should: here their beginning is enough. */
const brokenSignatures = (head: Buffer): Sniffed | undefined => {
  if (startsWith(head, '\x89PNG\r\n\x1a\n')) return { contentType: 'image/png', extension: '.png' }
  if (startsWith(head, 'ID3')) return { contentType: 'audio/mpeg', extension: '.mp3' }
  const isAsf = startsWith(head, '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c')
  return isAsf ? { contentType: 'video/x-ms-asf', extension: '.asf' } : undefined
}

/** Kinds that the detection library does not know, or not without unpacking the file. */
const ownSignatures = (head: Buffer): Sniffed | undefined => {
  if (hasSignature(head, 0x1f, 0x8b)) return { contentType: 'application/gzip', extension: '.gz' }
  if (hasSignature(head, 0x2e, 0x73, 0x6e, 0x64)) return { contentType: 'audio/basic', extension: '.au' }
  return undefined
}

const sniffSignature = async (
  file: FileHandle,
  path: string,
  head: Buffer,
  text: Sniffed | undefined,
): Promise<Sniffed | undefined> => {
  const own = ownSignatures(head)
  if (own) return own
  const { fileTypeFromFile } = await import('file-type')
  const found = await fileTypeFromFile(path).catch(() => undefined)
  if (!found) return brokenSignatures(head)
  if (found.mime === 'application/x-cfb') return sniffOffice(file, head)
  const { isKnown, ...type } = namedType(found.mime, found.ext)
  return isKnown || !text ? type : undefined
}

/** Tells what a file is by looking into it; neither its name nor what the client claims counts. */
export const sniffFile = async (path: string): Promise<Sniffed> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headLength), 0, headLength, 0)
    if (bytesRead === 0) return { contentType: 'text/plain', extension: '.txt' }
    const head = buffer.subarray(0, bytesRead)
    const text = sniffText(head, bytesRead < headLength)
    return (await sniffSignature(file, path, head, text)) ?? text ?? fallback
  } finally {
    await file.close()
  }
}
