import { group, integer, setting } from '@coffer/fields'
import * as v from 'valibot'
import { collectIssues, type Issues } from '../issues/Issues.ts'
import { atLeast, atMost, lengthBetween, required } from '../issues/rules.ts'

/** The kinds of tokens in the order of the wire format, with their default lifetime in seconds. */
const durations = {
  adminAuthToken: 1209600,
  adminPasswordResetToken: 1800,
  adminFileToken: 120,
  recordAuthToken: 1209600,
  recordPasswordResetToken: 1800,
  recordEmailChangeToken: 1800,
  recordVerificationToken: 604800,
  recordFileToken: 120,
} as const

export type TokenKind = keyof typeof durations

export const tokenKinds = Object.keys(durations) as readonly TokenKind[]

const token = (duration: number) =>
  v.optional(
    group({
      /** Part of the signing key; '' until the server generates it. */
      secret: setting(v.string(), ''),
      duration: setting(integer, duration),
    }),
    {},
  )

/** One settings group for each kind of token. */
export const tokensShape = Object.fromEntries(tokenKinds.map(kind => [kind, token(durations[kind])])) as Record<
  TokenKind,
  ReturnType<typeof token>
>

type Token = v.InferOutput<ReturnType<typeof token>>

export function validateToken({ secret, duration }: Token): Issues {
  return collectIssues({
    secret: required(secret) ?? lengthBetween(secret, 30, 300),
    duration: required(duration) ?? atLeast(duration, 5) ?? atMost(duration, 63072000),
  })
}
