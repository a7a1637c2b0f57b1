/** A moment in the stored form: UTC, `YYYY-MM-DD HH:MM:SS.mmmZ`. */
export const dateText = (moment: Date): string => moment.toISOString().replace('T', ' ')

let last = { moment: 0, text: dateText(new Date(0)) }

/** This moment in the stored form. Many changes fall into one millisecond. */
export const now = (): string => {
  const moment = Date.now()
  if (moment !== last.moment) last = { moment, text: dateText(new Date(moment)) }
  return last.text
}
