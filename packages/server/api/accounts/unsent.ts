import type { Answer } from '../contract.ts'

/**
 * The answer to a request for a mail that is not sent. It is that of one that is, or anybody could find out who has an account; only
 * the log tells.
 */
const unsent = (status: number, message: string): Answer => ({ failure: { message, details: null, status } })

export const unsentToNobody = unsent(404, 'There is no account with this email.')

export const unsentSoSoon = unsent(400, 'Such a mail was sent less than two minutes ago.')
