/** Formats a time in the stored form: UTC, `YYYY-MM-DD HH:MM:SS.mmmZ`. */
export function dateText(moment: Date): string {
  return moment.toISOString().replace('T', ' ')
}

/** Returns the current time in the stored form. */
export function now(): string {
  return dateText(new Date())
}

/**
 * Returns the date of a change to a stored row. If the clock was set back, or has not moved on since the last change, this is a
 * millisecond after the last date of the row: `updated` must not precede `created`, and must differ after each change, because
 * clients compare it to detect other changes.
 */
export function nowAfter({ created, updated }: { created?: unknown; updated?: unknown }): string {
  const moment = now()
  const [, last = ''] = [String(created ?? ''), String(updated ?? '')].sort()
  if (last < moment) return moment
  const time = Date.parse(last.replace(' ', 'T'))
  return Number.isNaN(time) ? moment : dateText(new Date(time + 1))
}
