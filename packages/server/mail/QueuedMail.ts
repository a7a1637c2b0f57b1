/** A mail of the queue that this server has claimed, so that no other server sends it at the same time. */
export interface QueuedMail {
  id: number
  /** The name in the log, without the address of the recipient. */
  name: string
  /** The job as JSON. */
  job: string
  /** Number of attempts, including the one that the claim is for. */
  attempts: number
  /** The end of the claim in milliseconds since 1970. */
  claimedUntil: number
}

export interface MailClaim {
  /** Maximum number of mails. */
  limit: number
  /** Ids of claimed mails that are still being sent. They are not claimed again, even if their claim has ended. */
  running: readonly number[]
  durationMs: number
  /** Whether the server has just started, so that no claim is its own. */
  isFirst?: boolean
}

export interface ClaimedMails {
  mails: QueuedMail[]
  /** When the next mail is due, in milliseconds since 1970; undefined if no other mail waits. */
  nextDue: number | undefined
  /** Number of mails in the queue, including the claimed ones. */
  size: number
  /** Number of mails that were removed because they were too old. */
  expired: number
}

/** The result of an attempt to send a mail: it leaves the queue, or is due again. */
export type MailOutcome = { kind: 'sent' | 'dropped' } | { kind: 'postponed'; due: number; attempts: number }
