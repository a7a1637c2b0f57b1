const utcForm = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d{3})?Z?$/

/** Reads a date of the API, with or without milliseconds and Z (19, 20, 23 or 24 characters), always as UTC. */
export const parseUtc = (text: string): Date | undefined => {
  const [, day, time, milliseconds = ''] = utcForm.exec(text) ?? []
  const moment = new Date(`${day}T${time}${milliseconds}Z`)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

/** A moment in UTC to the second: `2024-05-06 07:08:09 UTC`. */
export const formatUtc = (moment: Date): string => `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`

let ownFormat: Intl.DateTimeFormat | undefined

/** Making a format takes a hundred times as long as using it, and longer than drawing a page's rows. */
const readersFormat = () => {
  ownFormat ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' })
  return ownFormat
}

/** A moment as the clock on the reader's wall shows it. */
export const formatLocal = (moment: Date, format = readersFormat()): string => `${format.format(moment)} (local time)`
