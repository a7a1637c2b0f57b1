const numeric = /^[ \t\n\v\f\r]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)[ \t\n\v\f\r]*$/i

/** Returns the number that SQLite reads from a text; undefined if it is not numeric. */
export function numberOf(text: string): number | undefined {
  const [, digits] = numeric.exec(text) ?? []
  // SQLite has no negative zero in a numeric column.
  return digits === undefined ? undefined : Number(digits) + 0
}

/** Formats a number like a REAL of SQLite: with 15 significant digits, or 17 if it needs more than 15. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? 'Inf' : '-Inf'
  const digits = Number(value.toPrecision(15)) === value ? 15 : 17
  const [mantissa = '', exponent = '0'] = value.toExponential(digits - 1).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const significant = fraction.replace(/0+$/, '')
  const power = Number(exponent)
  if (power < -4 || power > 16) {
    const sign = power < 0 ? '-' : '+'
    return `${whole}.${significant === '' ? '0' : significant}e${sign}${String(Math.abs(power)).padStart(2, '0')}`
  }
  return value.toFixed(Math.max(1, significant.length - power))
}
