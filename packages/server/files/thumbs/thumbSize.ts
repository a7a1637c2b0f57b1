import type { ResizeOptions } from 'sharp'

const thumbTypes = new Set(['image/png', 'image/jpg', 'image/jpeg', 'image/gif'])

export function canHaveThumbs(contentType: string): boolean {
  return thumbTypes.has(contentType)
}

const pattern = /^(\d+)x(\d+)([tbf]?)$/

/** The size of a thumb. Either the width or the height can be 0, which keeps the aspect ratio. */
export interface ThumbSize {
  width: number
  height: number
  mode: string
}

/** Parses a size such as `100x50f`; undefined if it is invalid. */
export function parseThumbSize(size: string): ThumbSize | undefined {
  const match = pattern.exec(size)
  if (!match) return undefined
  const [width, height, mode = ''] = [Number(match[1]), Number(match[2]), match[3]]
  return width === 0 && height === 0 ? undefined : { width, height, mode }
}

const positions: Record<string, string> = { '': 'centre', t: 'top', b: 'bottom' }

/**
 * Returns the resize options for a thumb size: `WxH` crops to the center, `WxHt` and `WxHb` to the top and bottom, `WxHf` fits
 * inside without enlarging, `Wx0` and `0xH` keep the aspect ratio.
 */
export function resizeOptions({ width, height, mode }: ThumbSize): ResizeOptions {
  const shared = { kernel: 'linear' } as const
  if (width === 0) return { ...shared, height }
  if (height === 0) return { ...shared, width }
  if (mode === 'f') return { ...shared, width, height, fit: 'inside', withoutEnlargement: true }
  return { ...shared, width, height, fit: 'cover', position: positions[mode] ?? 'centre' }
}
