export interface ImageFacts {
  format: 'png' | 'gif' | 'jpg' | 'webp'
  width?: number
  height?: number
}

/** The markers that start a frame, where a JPEG states its size. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function readJpeg(bytes: Buffer): ImageFacts | undefined {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (isFrame(bytes.readUInt8(at + 1))) {
      return { format: 'jpg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    }
  }
  return undefined
}

/** Detects format and size of an image from its first bytes; undefined for an unknown format. The size of WebP is not read. */
export function readImage(bytes: Buffer): ImageFacts | undefined {
  const starts = (text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text
  if (starts('\x89PNG\r\n\x1a\n') && bytes.length >= 24) {
    return { format: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  }
  if (starts('GIF') && bytes.length >= 10) return { format: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  if (starts('\xff\xd8')) return readJpeg(bytes)
  if (starts('RIFF') && starts('WEBP', 8)) return { format: 'webp' }
  return undefined
}
