import sharp from 'sharp'

export interface ImageFacts {
  /** The name of the format in recordings. */
  format: string
  /** Recordings have no size of WebP images. */
  width?: number
  height?: number
}

/** Length in bytes of the signature, width and height at the start of a GIF. */
const gifHeaderLength = 10

/** The formats that recordings name, by their names in sharp. */
const formats = new Map([
  ['png', 'png'],
  ['jpeg', 'jpg'],
  ['webp', 'webp'],
])

/** Reads the format and size of an image of any size from its header; undefined for other formats. */
export async function readImage(bytes: Buffer): Promise<ImageFacts | undefined> {
  // Read here, because recordings also have the size of a GIF that is damaged after its header.
  if (/^GIF8[79]a/.test(bytes.toString('latin1', 0, gifHeaderLength)) && bytes.length >= gifHeaderLength)
    return { format: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  try {
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    const name = formats.get(format)
    if (name === undefined) return undefined
    return name === 'webp' ? { format: name } : { format: name, width, height }
  } catch {
    return undefined
  }
}
