/** Formats a time in the stored form: UTC, `YYYY-MM-DD HH:MM:SS.mmmZ`. */
export const dateText = (moment: Date): string => moment.toISOString().replace('T', ' ')

/** Returns the current time in the stored form. */
export const now = (): string => dateText(new Date())

/**
 * Returns the date of a change to a stored row. If the clock was set back, this is a millisecond after the last date of the row:
 * `updated` must not precede `created`, and must differ after each change, because clients compare it to detect other changes.
 */
export const nowAfter = ({ created, updated }: { created?: unknown; updated?: unknown }): string => {
  const moment = now()
  const [, last = ''] = [String(created ?? ''), String(updated ?? '')].sort()
  if (last <= moment) return moment
  const time = Date.parse(last.replace(' ', 'T'))
  return Number.isNaN(time) ? moment : dateText(new Date(time + 1))
}
