const exponentForm = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/

/** Returns the shortest decimal text of a number, never with an exponent. */
export function formatDecimal(value: number): string {
  const shortest = String(value)
  const parts = exponentForm.exec(shortest)
  if (!parts) return shortest
  const [, sign = '', first = '', rest = '', exponent = ''] = parts
  const digits = first + rest
  const shift = Number(exponent)
  return shift < 0 ? `${sign}0.${'0'.repeat(-shift - 1)}${digits}` : `${sign}${digits.padEnd(shift + 1, '0')}`
}
