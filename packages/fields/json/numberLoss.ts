/** Whatever may hold a number that does not outlast being parsed: a quick look, before each word is read. */
const longOrRaised = /\d{16}|\d[eE][+-]?\d{3}/

const parts = /^-?(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/

/** The digits that count and the power of ten of the last one, which are the same for all ways to write a number. */
const canonical = (word: string): string => {
  const [, whole = '', fraction = '', exponent = '0'] = parts.exec(word) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const counting = digits.replace(/0+$/, '')
  return `${counting}e${Number(exponent) - fraction.length + digits.length - counting.length}`
}

/** Whether a JSON text is worth a look at each of its numbers. */
export const mayLoseNumbers = (text: string): boolean => longOrRaised.test(text)

/**
 * What becomes of a number of JSON that cannot be kept as it is written; undefined for all others. Decimals may be rounded, as they are
 * everywhere, but digits of a whole number are those of an id.
 */
export const numberLoss = (word: string): string | undefined => {
  const value = Number(word)
  if (!Number.isFinite(value)) return `no number can be as large as ${word}.`
  if (value === 0 && canonical(word)[0] !== 'e') return `no number can be as close to 0 as ${word}.`
  if (!/^-?\d+$/.test(word) || value === 0 || canonical(word) === canonical(String(value))) return undefined
  return `${word} would be kept as ${value}. In double quotes all its digits stay.`
}
