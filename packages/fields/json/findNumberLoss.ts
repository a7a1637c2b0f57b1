/** Matches text that might contain a number that loses digits. A quick check before each number is examined. */
const longOrRaised = /\d{16}|\d[eE][+-]?\d{3}/

const parts = /^-?(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/

/** Returns the significant digits and the exponent of the last one, which are equal for all notations of a number. */
function canonical(word: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = parts.exec(word) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const counting = digits.replace(/0+$/, '')
  return `${counting}e${Number(exponent) - fraction.length + digits.length - counting.length}`
}

/** Whether the numbers of a JSON text need to be examined. */
export function mayLoseNumbers(text: string): boolean {
  return longOrRaised.test(text)
}

/**
 * Returns the value that a JSON number would be changed to; undefined if it is preserved. Rounded decimals are acceptable, but the
 * digits of an integer can be those of an id.
 */
export function findNumberLoss(word: string): string | undefined {
  const value = Number(word)
  if (!Number.isFinite(value)) return `no number can be as large as ${word}.`
  if (value === 0 && canonical(word)[0] !== 'e') return `no number can be as close to 0 as ${word}.`
  if (!/^-?\d+$/.test(word) || value === 0 || canonical(word) === canonical(String(value))) return undefined
  return `${word} would be kept as ${value}. In double quotes all its digits stay.`
}
