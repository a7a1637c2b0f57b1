/** From here on a short count is rounded. */
const long = 10_000

/** A count of records in words: "12,431 records". */
export const countInWords = (count: number): string => (count === 1 ? '1 record' : `${count.toLocaleString('en')} records`)

/** A count in at most five signs: "9,999", "12.4k", "1.23M". */
export const shortCount = (count: number): string =>
  count < long
    ? count.toLocaleString('en')
    : count.toLocaleString('en', { notation: 'compact', maximumSignificantDigits: 3 }).replace('K', 'k')
