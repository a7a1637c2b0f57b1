import type { Metadata } from 'sharp'

/** How many rows of the picture the library holds for each row of the thumb that it makes, and how it spreads them. */
const rowsAhead = 8
/** Bytes for each pixel of the thumb until it is written. */
const bytesOfResult = 12
const overhead = 8 * 1024 * 1024

/** Bytes of a picture that cannot be read row by row: it is held as a whole. */
const wholePicture = ({ format, width, height, channels, depth, orientation = 1, isProgressive }: Metadata): number => {
  const pixels = width * height
  const bytesOfPixel = channels * (depth === 'ushort' ? 2 : 1)
  // Coefficients of two bytes.
  if (isProgressive) return pixels * Math.max(bytesOfPixel, format === 'jpeg' ? channels * 2 : 0)
  if (format === 'gif') return pixels * 8
  return orientation > 1 && format !== 'jpeg' ? pixels * bytesOfPixel : 0
}

/**
 * The bytes of memory that it takes to make a thumb: an estimate from above, as a few bytes of a file may stand for very many
 * pixels.
 * @param picture what its head says
 * @param size of the thumb; 0 keeps the proportions
 */
export const thumbMemory = (picture: Metadata, size: { width: number; height: number }): number => {
  const upright = picture.autoOrient
  const width = size.width || Math.ceil((upright.width * size.height) / upright.height)
  const height = size.height || Math.ceil((upright.height * size.width) / upright.width)
  const row = picture.width * picture.channels * (picture.depth === 'ushort' ? 2 : 1)
  const rows = Math.min(Math.ceil(Math.max(picture.width / width, picture.height / height, 1)) * rowsAhead, picture.height)
  return overhead + wholePicture(picture) + row * rows + width * height * bytesOfResult
}
