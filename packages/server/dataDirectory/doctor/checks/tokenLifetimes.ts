import { type TokenKind, tokenKinds } from '@coffer/schema'
import type { Check } from '../Check.ts'

const hour = 3600
const day = 24 * hour

/** Lifetimes in seconds above which a stolen token is useful for surprisingly long. */
const maxSeconds: Record<TokenKind, number> = {
  adminAuthToken: 30 * day,
  adminPasswordResetToken: day,
  adminFileToken: hour,
  recordAuthToken: 180 * day,
  recordPasswordResetToken: day,
  recordEmailChangeToken: day,
  recordVerificationToken: 30 * day,
  recordFileToken: hour,
}

const timeText = (seconds: number): string =>
  seconds >= 2 * day ? `${Math.round(seconds / day)} days` : `${Math.round(seconds / hour)} hours`

export const tokenLifetimes: Check = {
  name: 'tokenLifetimes',
  title: 'Tokens expire in reasonable time.',
  find: async ({ settings }) => {
    const effective = await settings()
    return tokenKinds
      .filter(kind => effective[kind].duration > maxSeconds[kind])
      .map(kind => ({
        severity: 'notice' as const,
        message: `The ${kind} is valid for ${timeText(effective[kind].duration)}, so a stolen one can be used for a long time.`,
        advice: 'Choose a shorter duration in Settings, Token options. Clients can refresh their tokens.',
      }))
  },
}
