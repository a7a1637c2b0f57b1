export interface ChartColors {
  line: string
  bar: string
  text: string
  strongText: string
  grid: string
  strongGrid: string
  font: string
}

const roles = {
  line: 'var(--accent)',
  bar: 'color-mix(in oklch, var(--accent) 35%, transparent)',
  text: 'var(--text-muted)',
  strongText: 'var(--text)',
  grid: 'var(--line)',
  strongGrid: 'var(--line-strong)',
}

/** Resolves the current theme's custom properties to colors, because a canvas does not support custom properties. */
export function readChartColors(place: HTMLElement): ChartColors {
  const probe = place.appendChild(document.createElement('span'))
  const style = getComputedStyle(probe)
  const read = (role: keyof typeof roles) => {
    probe.style.color = roles[role]
    return style.color
  }
  const colors = {
    line: read('line'),
    bar: read('bar'),
    text: read('text'),
    strongText: read('strongText'),
    grid: read('grid'),
    strongGrid: read('strongGrid'),
    font: style.fontFamily,
  }
  probe.remove()
  return colors
}
