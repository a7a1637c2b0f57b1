import { extname } from 'node:path'
import type { Sharp } from 'sharp'
import { bitmap } from './bitmap.ts'
import { thumbMemory } from './thumbMemory.ts'
import { readThumbSize, resizeOptions } from './thumbSize.ts'

const jpegQuality = 95
const secondsAllowed = 60

const asBitmap = async (picture: Sharp): Promise<Uint8Array> => {
  const { data, info } = await picture.removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  return bitmap(data, info.width, info.height)
}

/** The name of a file says how its thumbs are written, as it does in 0.22. */
const encode = (picture: Sharp, name: string): Promise<Uint8Array> => {
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
      return asBitmap(picture)
    default:
      return picture.png().toBuffer()
  }
}

/** A thumb that is about to be made. */
export interface PlannedThumb {
  /** Bytes of memory that it takes to make it. */
  memory: number
  /** Makes it. Throws when the picture is broken. */
  make: () => Promise<Uint8Array>
}

/**
 * Looks at the head of a picture to make a thumb of it: of its first frame, turned upright.
 * @param path of the picture
 * @param name of the file, whose ending chooses the format
 * @throws Error when it is no picture, or one of too many pixels
 */
export const planThumb = async (path: string, name: string, size: string): Promise<PlannedThumb> => {
  const wanted = readThumbSize(size)
  if (!wanted) throw new Error(`${size} is no size of a thumb.`)
  const { default: sharp } = await import('sharp')
  // Files that are kept open could not be removed, and few are asked for twice.
  sharp.cache(false)
  const picture = sharp(path, { failOn: 'error' })
  const memory = thumbMemory(await picture.metadata(), wanted)
  return {
    memory,
    make: () => encode(picture.autoOrient().resize(resizeOptions(wanted)).timeout({ seconds: secondsAllowed }), name),
  }
}
