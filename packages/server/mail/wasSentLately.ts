/** Milliseconds between two mails of a kind to the same account. */
const shortestInterval = 120_000

/** Whether a mail that was sent at this moment (in the stored form; '' is never) keeps another from being sent. */
export const wasSentLately = (sentAt: string): boolean =>
  sentAt !== '' && Date.now() - Date.parse(sentAt.replace(' ', 'T')) < shortestInterval
