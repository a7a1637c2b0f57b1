import type { Metadata } from 'sharp'

/** Number of thumb rows for which the library keeps the image rows in memory. */
const bufferedRows = 8
/** Bytes that a pixel of the thumb takes until it is written. */
const resultBytesPerPixel = 12
const overheadBytes = 8 * 1024 * 1024

/** Returns the bytes of an image that cannot be read row by row, so that the whole image is in memory; otherwise 0. */
function wholeImageBytes({ format, width, height, channels, depth, orientation = 1, isProgressive }: Metadata): number {
  const pixels = width * height
  const bytesPerPixel = channels * (depth === 'ushort' ? 2 : 1)
  // A progressive JPEG is decoded from coefficients of two bytes.
  if (isProgressive) return pixels * Math.max(bytesPerPixel, format === 'jpeg' ? channels * 2 : 0)
  if (format === 'gif') return pixels * 8
  return orientation > 1 && format !== 'jpeg' ? pixels * bytesPerPixel : 0
}

/**
 * Estimates the bytes of memory that rendering a thumb takes at most. The file size does not limit them, because a small file can
 * contain very many pixels.
 * @param picture the metadata in the header of the image
 * @param size the size of the thumb; 0 for a side that keeps the aspect ratio
 */
export function thumbMemory(picture: Metadata, size: { width: number; height: number }): number {
  const upright = picture.autoOrient
  const width = size.width || Math.ceil((upright.width * size.height) / upright.height)
  const height = size.height || Math.ceil((upright.height * size.width) / upright.width)
  const row = picture.width * picture.channels * (picture.depth === 'ushort' ? 2 : 1)
  const rows = Math.min(Math.ceil(Math.max(picture.width / width, picture.height / height, 1)) * bufferedRows, picture.height)
  return overheadBytes + wholeImageBytes(picture) + row * rows + width * height * resultBytesPerPixel
}
