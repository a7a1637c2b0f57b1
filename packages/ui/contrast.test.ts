import { describe, expect, it } from 'vitest'

/** This file is compiled with the dashboard's types, which do not include Node's. */
declare const process: { getBuiltinModule: (name: 'node:fs') => { readFileSync: (file: URL, encoding: 'utf8') => string } }

type Color = [lightness: number, chroma: number, hue: number]

const css = process.getBuiltinModule('node:fs').readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

/** Returns both halves of every opaque token of the form light-dark(oklch(…), oklch(…)). */
const tokens = new Map(
  [...css.matchAll(/--([\w-]+):\s*light-dark\(oklch\(([\d. ]+)\), oklch\(([\d. ]+)\)\)/g)].map(
    ([, name = '', light = '', dark = '']) => [
      name,
      { light: light.split(' ').map(Number) as Color, dark: dark.split(' ').map(Number) as Color },
    ],
  ),
)

/** Converts OKLCH to linear sRGB with the matrices of CSS Color 4. */
function toLinear([l, chroma, hue]: Color): [number, number, number] {
  const angle = (hue * Math.PI) / 180
  const a = chroma * Math.cos(angle)
  const b = chroma * Math.sin(angle)
  const [x, y, z] = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ] as const
  return [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ]
}

const clip = (channel: number) => Math.min(1, Math.max(0, channel))

function luminance(color: Color): number {
  const [r, g, b] = toLinear(color)
  return 0.2126 * clip(r) + 0.7152 * clip(g) + 0.0722 * clip(b)
}

function contrast(a: Color, b: Color): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function token(name: string, theme: 'light' | 'dark'): Color {
  const found = tokens.get(name)
  if (!found) throw new Error(`tokens.css has no plain color --${name}`)
  return found[theme]
}

const surfaces = ['surface-0', 'surface-1', 'surface-2', 'surface-3', 'surface-float']
const tones = ['accent', 'danger', 'warning', 'success', 'info']
const softs = tones.map(tone => `${tone}-soft`)

/** Foregrounds, their backgrounds, and the minimum contrast ratio. */
const demands: [foregrounds: string[], backgrounds: string[], least: number][] = [
  [['text'], [...surfaces, ...softs], 7],
  [['text-muted'], surfaces, 4.5],
  [['text-muted'], ['accent-soft'], 4.5],
  [tones.map(tone => `${tone}-text`), ['surface-0', 'surface-1', 'surface-2', 'surface-float'], 4.5],
  [['line-strong', 'focus'], ['surface-0', 'surface-1', 'surface-2', 'surface-float'], 3],
  [['focus'], softs, 3],
  [['accent', 'danger'], ['surface-0', 'surface-1'], 3],
  [['on-tooltip'], ['tooltip'], 7],
]

describe('contrast of tokens.css', () => {
  it('parses every color', () => {
    expect(tokens.size).toBeGreaterThan(30)
    expect(contrast([1, 0, 0], [0, 0, 0])).toBeCloseTo(21, 1)
    expect(contrast([0.6, 0.1, 200], [0.6, 0.1, 200])).toBe(1)
  })

  describe.each(['light', 'dark'] as const)('%s', theme => {
    for (const [foregrounds, backgrounds, least] of demands) {
      for (const foreground of foregrounds) {
        it.each(backgrounds)(`--${foreground} on --%s is at least ${least}:1`, background => {
          expect(contrast(token(foreground, theme), token(background, theme))).toBeGreaterThanOrEqual(least)
        })
      }
    }

    it.each(tones)('text on a fill of --%s is at least 4.5:1', tone => {
      expect(contrast(token(`on-${tone}`, theme), token(tone, theme))).toBeGreaterThanOrEqual(4.5)
    })

    it.each(tones)('text of --%s on its own soft background is at least 4.5:1', tone => {
      expect(contrast(token(`${tone}-text`, theme), token(`${tone}-soft`, theme))).toBeGreaterThanOrEqual(4.5)
    })

    it.each(['accent-hover', 'danger-hover'])('text on --%s is at least 4.5:1', fill => {
      const tone = fill.replace('-hover', '')
      expect(contrast(token(`on-${tone}`, theme), token(fill, theme))).toBeGreaterThanOrEqual(4.5)
    })
  })
})
