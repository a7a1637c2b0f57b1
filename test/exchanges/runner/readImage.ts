import sharp from 'sharp'

export interface ImageFacts {
  /** The name of the format in recordings. */
  format: string
  width: number
  height: number
}

/** The formats that recordings name, by their names in sharp. */
const formats = new Map([
  ['png', 'png'],
  ['gif', 'gif'],
  ['jpeg', 'jpg'],
  ['webp', 'webp'],
])

/** Reads the format and size of an image of any size from its header; undefined for other formats. */
export async function readImage(bytes: Buffer): Promise<ImageFacts | undefined> {
  try {
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    const name = formats.get(format)
    return name === undefined ? undefined : { format: name, width, height }
  } catch {
    return undefined
  }
}
