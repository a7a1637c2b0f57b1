/** Minimum time in milliseconds between two mails of a kind to the same auth record. */
const minMailIntervalMs = 120_000

/** Whether a mail that was sent at the stored date ('' is never) is too recent to send another one. */
export const wasSentRecently = (sentAt: string): boolean =>
  sentAt !== '' && Date.now() - Date.parse(sentAt.replace(' ', 'T')) < minMailIntervalMs
