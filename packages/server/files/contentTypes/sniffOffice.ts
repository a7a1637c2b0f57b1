import type { FileHandle } from 'node:fs/promises'
import type { Sniffed } from './namedType.ts'

/** The name of the stream that contains the document, for each format. */
const streams: [name: string, Sniffed][] = [
  ['WordDocument', { contentType: 'application/msword', extension: '.doc' }],
  ['Workbook', { contentType: 'application/vnd.ms-excel', extension: '.xls' }],
  ['Book', { contentType: 'application/vnd.ms-excel', extension: '.xls' }],
  ['PowerPoint Document', { contentType: 'application/vnd.ms-powerpoint', extension: '.ppt' }],
  ['__properties_version1.0', { contentType: 'application/vnd.ms-outlook', extension: '.msg' }],
]

/** Distinguishes the office formats that share the OLE container, by the stream names in its directory. */
export async function sniffOffice(file: FileHandle, head: Buffer): Promise<Sniffed> {
  const unknown = { contentType: 'application/x-ole-storage', extension: '' }
  if (head.length < 512) return unknown
  const sectorSize = 1 << Math.min(head.readUInt16LE(30), 12)
  const position = (head.readUInt32LE(48) + 1) * sectorSize
  const { buffer: directory, bytesRead } = await file.read(Buffer.alloc(sectorSize), 0, sectorSize, position)
  const names = directory.subarray(0, bytesRead)
  return streams.find(([name]) => names.includes(Buffer.from(`${name}\0`, 'utf16le')))?.[1] ?? unknown
}
