/** Short counts are rounded from this number on. */
const minRoundedCount = 10_000

/** Formats a count in words: "12,431 records". */
export function countInWords(count: number): string {
  return count === 1 ? '1 record' : `${count.toLocaleString('en')} records`
}

/** Formats a count in at most five characters: "9,999", "12.4k", "1.23M". */
export function shortCount(count: number): string {
  return count < minRoundedCount
    ? count.toLocaleString('en')
    : count.toLocaleString('en', { notation: 'compact', maximumSignificantDigits: 3 }).replace('K', 'k')
}
