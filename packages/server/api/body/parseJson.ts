/** Only a number with many digits or a large exponent can be too large; anything else need not be walked through. */
const mayOverflow = /[eE]\+?\d{3}|(?:^|\D)\d{200}/

const holdsInfinity = (root: unknown): boolean => {
  const pending = [root]
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value === 'number' && !Number.isFinite(value)) return true
    if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) pending.push(part)
  }
  return false
}

/**
 * Reads JSON.
 * @throws SyntaxError for anything else, and for a number that is too large for a float
 */
export const parseJson = (text: string): unknown => {
  const value: unknown = JSON.parse(text)
  if (mayOverflow.test(text) && holdsInfinity(value)) throw new SyntaxError('A number is too large.')
  return value
}
