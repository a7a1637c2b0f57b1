/** A stored date as a `datetime-local` input holds it, read as UTC; its milliseconds stay behind. */
export const toInputDate = (date: string): string => date.slice(0, 19).replace(' ', 'T')

/** The date that stands in a `datetime-local` input, which leaves out seconds of zero; '' for an empty one. */
export const fromInputDate = (text: string): string => {
  const [, day, minutes, seconds = '00'] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::(\d\d))?/.exec(text) ?? []
  return day ? `${day} ${minutes}:${seconds}.000Z` : ''
}
