import { phone, useMedia } from '../style/useMedia.ts'

/** The row density. Tall rows have three lines of text. */
export const densities = ['normal', 'compact', 'tall'] as const
export type Density = (typeof densities)[number]

const heights: Record<Density, number> = { normal: 36, compact: 30, tall: 76 }
const phoneHeights: Record<Density, number> = { normal: 44, compact: 44, tall: 76 }

/** Returns the height of a row in pixels, as set by the styles. Virtual lists need it. */
export function useRowHeight(density: Density = 'normal'): number {
  return (useMedia(phone) ? phoneHeights : heights)[density]
}
