const utcForm = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d{3})?Z?$/

/** Parses a date of the API as UTC, with or without milliseconds and Z (19, 20, 23 or 24 characters). */
export function parseUtc(text: string): Date | undefined {
  const [, day, time, milliseconds = ''] = utcForm.exec(text) ?? []
  const moment = new Date(`${day}T${time}${milliseconds}Z`)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

/** Formats a date in UTC with seconds: `2024-05-06 07:08:09 UTC`. */
export function formatUtc(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

let ownFormat: Intl.DateTimeFormat | undefined

/** Cached: creating a formatter is a hundred times slower than using it, and slower than rendering a page of rows. */
function readersFormat() {
  ownFormat ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' })
  return ownFormat
}

/** Formats a date in the reader's time zone. */
export function formatLocal(moment: Date, format = readersFormat()): string {
  return `${format.format(moment)} (local time)`
}
