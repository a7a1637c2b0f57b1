export type TooltipSide = 'top' | 'bottom' | 'left' | 'right'

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

const gap = 6
const edge = 8

const opposite = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const

/**
 * Returns the top left corner of a popup in window pixels: on the preferred side of its anchor, or on the opposite side if it
 * does not fit, and always inside the window.
 */
export function placePopup(
  anchor: Box,
  popup: Pick<Box, 'width' | 'height'>,
  view: Pick<Box, 'width' | 'height'>,
  wanted: TooltipSide,
): { left: number; top: number } {
  const room = {
    top: anchor.top,
    bottom: view.height - anchor.top - anchor.height,
    left: anchor.left,
    right: view.width - anchor.left - anchor.width,
  }
  const needed = gap + edge + (wanted === 'top' || wanted === 'bottom' ? popup.height : popup.width)
  const side = room[wanted] < needed && room[opposite[wanted]] > room[wanted] ? opposite[wanted] : wanted
  const middle = {
    left: anchor.left + (anchor.width - popup.width) / 2,
    top: anchor.top + (anchor.height - popup.height) / 2,
  }
  const spot = {
    top: { left: middle.left, top: anchor.top - popup.height - gap },
    bottom: { left: middle.left, top: anchor.top + anchor.height + gap },
    left: { left: anchor.left - popup.width - gap, top: middle.top },
    right: { left: anchor.left + anchor.width + gap, top: middle.top },
  }[side]
  return {
    left: Math.round(Math.max(edge, Math.min(spot.left, view.width - popup.width - edge))),
    top: Math.round(Math.max(edge, Math.min(spot.top, view.height - popup.height - edge))),
  }
}
