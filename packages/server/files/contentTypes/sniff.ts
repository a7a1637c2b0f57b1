import { type FileHandle, open } from 'node:fs/promises'
import { typeSampleBytes } from '@coffer/fields'
import { namedType, type Sniffed } from './namedType.ts'
import { sniffText } from './sniffText.ts'

const fallback: Sniffed = { contentType: 'application/octet-stream', extension: '' }

const hasSignature = (head: Buffer, ...bytes: number[]) => bytes.every((byte, index) => head[index] === byte)

const startsWith = (head: Buffer, text: string) => head.toString('latin1', 0, text.length) === text

/** Detects types by their signature alone. The detection library recognizes them only if the rest of the file is valid too. */
function brokenSignatures(head: Buffer): Sniffed | undefined {
  if (startsWith(head, '\x89PNG\r\n\x1a\n')) return { contentType: 'image/png', extension: '.png' }
  if (startsWith(head, 'ID3')) return { contentType: 'audio/mpeg', extension: '.mp3' }
  const isAsf = startsWith(head, '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c')
  return isAsf ? { contentType: 'video/x-ms-asf', extension: '.asf' } : undefined
}

/** Detects types that the detection library does not know, or would have to unpack. */
function ownSignatures(head: Buffer): Sniffed | undefined {
  if (hasSignature(head, 0x1f, 0x8b)) return { contentType: 'application/gzip', extension: '.gz' }
  if (hasSignature(head, 0x2e, 0x73, 0x6e, 0x64)) return { contentType: 'audio/basic', extension: '.au' }
  return undefined
}

/** The name of the stream that contains the document, for each office format. */
const officeStreams: [name: string, Sniffed][] = [
  ['WordDocument', { contentType: 'application/msword', extension: '.doc' }],
  ['Workbook', { contentType: 'application/vnd.ms-excel', extension: '.xls' }],
  ['Book', { contentType: 'application/vnd.ms-excel', extension: '.xls' }],
  ['PowerPoint Document', { contentType: 'application/vnd.ms-powerpoint', extension: '.ppt' }],
  ['__properties_version1.0', { contentType: 'application/vnd.ms-outlook', extension: '.msg' }],
]

/** Distinguishes the office formats that share the OLE container, by the stream names in its directory. */
async function sniffOffice(file: FileHandle, head: Buffer): Promise<Sniffed> {
  const unknown = { contentType: 'application/x-ole-storage', extension: '' }
  if (head.length < 512) return unknown
  const sectorSize = 1 << Math.min(head.readUInt16LE(30), 12)
  const position = (head.readUInt32LE(48) + 1) * sectorSize
  const { buffer: directory, bytesRead } = await file.read(Buffer.alloc(sectorSize), 0, sectorSize, position)
  const names = directory.subarray(0, bytesRead)
  return officeStreams.find(([name]) => names.includes(Buffer.from(`${name}\0`, 'utf16le')))?.[1] ?? unknown
}

async function sniffSignature(file: FileHandle, path: string, head: Buffer, isWhole: boolean): Promise<Sniffed | undefined> {
  const own = ownSignatures(head)
  if (own) return own
  const { fileTypeFromBuffer, fileTypeFromFile } = await import('file-type')
  const found = await (isWhole ? fileTypeFromBuffer(head) : fileTypeFromFile(path)).catch(() => undefined)
  if (!found) return brokenSignatures(head)
  if (found.mime === 'application/x-cfb') return sniffOffice(file, head)
  return namedType(found.mime, found.ext)
}

/**
 * Determines the type of a file from its content alone: its name and the type that the client claims are ignored.
 *
 * Text is never compared with the signatures of binary formats, because many of them are letters that also occur in text, some at
 * an offset: `<!--ftypmp42--><svg …` is not a video. The first 3072 bytes of a binary file always contain control characters.
 */
export async function sniffFile(path: string): Promise<Sniffed> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(typeSampleBytes), 0, typeSampleBytes, 0)
    if (bytesRead === 0) return { contentType: 'text/plain', extension: '.txt' }
    const head = buffer.subarray(0, bytesRead)
    const isWhole = bytesRead < typeSampleBytes
    return sniffText(head, isWhole) ?? (await sniffSignature(file, path, head, isWhole)) ?? fallback
  } finally {
    await file.close()
  }
}
