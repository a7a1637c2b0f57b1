import { extname } from 'node:path'
import type { Sharp } from 'sharp'
import { resizeOptions } from './thumbSize.ts'

const jpegQuality = 95
const secondsAllowed = 60

/** The name of a file says how its thumbs are written, as it does in 0.22. */
const encode = (picture: Sharp, name: string): Sharp => {
  switch (extname(name).toLowerCase()) {
    case '.jpg':
    case '.jpeg':
      return picture.jpeg({ quality: jpegQuality })
    case '.gif':
      return picture.gif()
    case '.tif':
    case '.tiff':
      return picture.tiff()
    default:
      return picture.png()
  }
}

/**
 * Makes a thumb of a picture: its first frame, turned upright.
 * @param name of the file, whose ending chooses the format
 * @throws Error when the bytes are no picture, or one that is too large to handle
 */
export const makeThumb = async (bytes: Uint8Array, name: string, size: string): Promise<Uint8Array> => {
  const options = resizeOptions(size)
  if (!options) throw new Error(`${size} is no size of a thumb.`)
  const { default: sharp } = await import('sharp')
  const picture = sharp(bytes, { failOn: 'error' }).autoOrient().resize(options).timeout({ seconds: secondsAllowed })
  return encode(picture, name).toBuffer()
}
