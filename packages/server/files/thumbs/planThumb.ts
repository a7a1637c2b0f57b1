import { extname } from 'node:path'
import type { Sharp } from 'sharp'
import { bitmap } from './bitmap.ts'
import { thumbMemory } from './thumbMemory.ts'
import { parseThumbSize, resizeOptions } from './thumbSize.ts'

const jpegQuality = 95
const timeoutSeconds = 60

async function encodeBitmap(picture: Sharp): Promise<Uint8Array> {
  const { data, info } = await picture.removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  return bitmap(data, info.width, info.height)
}

/** Encodes a thumb in the format of the file extension, like PocketBase 0.22. */
function encode(picture: Sharp, name: string): Promise<Uint8Array> {
  switch (extname(name).toLowerCase()) {
    case '.jpg':
    case '.jpeg':
      return picture.jpeg({ quality: jpegQuality }).toBuffer()
    case '.gif':
      return picture.gif().toBuffer()
    case '.tif':
    case '.tiff':
      return picture.tiff().toBuffer()
    case '.bmp':
      return encodeBitmap(picture)
    default:
      return picture.png().toBuffer()
  }
}

/** A thumb that is ready to be rendered. */
export interface PlannedThumb {
  /** Estimated bytes of memory that rendering takes. */
  memoryBytes: number
  /** Renders the thumb. Rejects when the image is broken. */
  render: () => Promise<Uint8Array>
}

/**
 * Reads the header of an image and prepares its thumb: the first frame, rotated according to its orientation.
 * @param path path of the image
 * @param name file name, whose extension determines the format
 * @throws Error when the file is not an image or has too many pixels
 */
export async function planThumb(path: string, name: string, size: string): Promise<PlannedThumb> {
  const wanted = parseThumbSize(size)
  if (!wanted) throw new Error(`${size} is not a valid thumb size.`)
  const { default: sharp } = await import('sharp')
  // The cache keeps files open, so they could not be removed. Few images are needed twice.
  sharp.cache(false)
  const picture = sharp(path, { failOn: 'error' })
  const memoryBytes = thumbMemory(await picture.metadata(), wanted)
  return {
    memoryBytes,
    render: () => encode(picture.autoOrient().resize(resizeOptions(wanted)).timeout({ seconds: timeoutSeconds }), name),
  }
}
