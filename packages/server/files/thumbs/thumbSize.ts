import type { ResizeOptions } from 'sharp'

/** Types of pictures that can have thumbs. */
const pictures = new Set(['image/png', 'image/jpg', 'image/jpeg', 'image/gif'])

export const canHaveThumbs = (contentType: string): boolean => pictures.has(contentType)

const pattern = /^(\d+)x(\d+)([tbf]?)$/

/** A size of thumbs. Of width and height one may be 0, which keeps the proportions. */
export interface ThumbSize {
  width: number
  height: number
  mode: string
}

/** Reads a size such as `100x50f`; undefined for what is none. */
export const readThumbSize = (size: string): ThumbSize | undefined => {
  const match = pattern.exec(size)
  if (!match) return undefined
  const [width, height, mode = ''] = [Number(match[1]), Number(match[2]), match[3]]
  return width === 0 && height === 0 ? undefined : { width, height, mode }
}

const positions: Record<string, string> = { '': 'centre', t: 'top', b: 'bottom' }

/**
 * How a picture is brought to a size: `WxH` cropped around its centre, `WxHt` and `WxHb` from its top and bottom, `WxHf` fitted
 * inside and never enlarged, `Wx0` and `0xH` in its proportions.
 */
export const resizeOptions = ({ width, height, mode }: ThumbSize): ResizeOptions => {
  const shared = { kernel: 'linear' } as const
  if (width === 0) return { ...shared, height }
  if (height === 0) return { ...shared, width }
  if (mode === 'f') return { ...shared, width, height, fit: 'inside', withoutEnlargement: true }
  return { ...shared, width, height, fit: 'cover', position: positions[mode] ?? 'centre' }
}
