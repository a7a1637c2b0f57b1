import { describe, expect, it } from 'vitest'
import { placePopup, type TooltipSide } from './placePopup.ts'

const view = { width: 1000, height: 800 }
const popup = { width: 100, height: 40 }
const box = (left: number, top: number) => ({ left, top, width: 20, height: 20 })

describe('placePopup', () => {
  const cases: [what: string, anchor: ReturnType<typeof box>, side: TooltipSide, left: number, top: number][] = [
    ['above its anchor, in the middle', box(500, 400), 'top', 460, 354],
    ['below', box(500, 400), 'bottom', 460, 426],
    ['to the left', box(500, 400), 'left', 394, 390],
    ['to the right', box(500, 400), 'right', 526, 390],
    ['below where there is no room above', box(500, 10), 'top', 460, 36],
    ['above where there is no room below', box(500, 770), 'bottom', 460, 724],
    ['right where there is no room to the left', box(4, 400), 'left', 30, 390],
    ['inside the left edge', box(0, 400), 'top', 8, 354],
    ['inside the right edge', box(980, 400), 'top', 892, 354],
  ]
  it.each(cases)('puts a popup %s', (_, anchor, side, left, top) => {
    expect(placePopup(anchor, popup, view, side)).toEqual({ left, top })
  })

  it('keeps a popup inside the window even if it fits on no side', () => {
    expect(placePopup(box(10, 10), { width: 300, height: 200 }, { width: 200, height: 100 }, 'top')).toEqual({ left: 8, top: 8 })
  })
})
