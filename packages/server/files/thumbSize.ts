import type { ResizeOptions } from 'sharp'

/** Types of pictures that can have thumbs. */
const pictures = new Set(['image/png', 'image/jpg', 'image/jpeg', 'image/gif'])

export const canHaveThumbs = (contentType: string): boolean => pictures.has(contentType)

const pattern = /^(\d+)x(\d+)([tbf]?)$/
const positions: Record<string, string> = { '': 'centre', t: 'top', b: 'bottom' }

/**
 * How a picture is brought to a size: `WxH` cropped around its centre, `WxHt` and `WxHb` from its top and bottom, `WxHf` fitted
 * inside and never enlarged, `Wx0` and `0xH` in its proportions. Undefined for what is no size.
 */
export const resizeOptions = (size: string): ResizeOptions | undefined => {
  const match = pattern.exec(size)
  if (!match) return undefined
  const [width, height, mode = ''] = [Number(match[1]), Number(match[2]), match[3]]
  if (width === 0 && height === 0) return undefined
  if (width === 0) return { height }
  if (height === 0) return { width }
  if (mode === 'f') return { width, height, fit: 'inside', withoutEnlargement: true }
  return { width, height, fit: 'cover', position: positions[mode] ?? 'centre' }
}
