import { group, integer, isObject, setting } from '@coffer/fields'
import * as v from 'valibot'
import { collectIssues, type Issues } from '../../issues/Issues.ts'
import { atLeast, atMost, lengthBetween } from '../../issues/rules.ts'
import type { Settings } from '../../settings/Settings.ts'
import { mask } from '../../settings/secrets.ts'
import { authPart, withoutNulls } from './AuthPart.ts'

/** The tokens of auth records by their keys in PocketBase 0.23 and later, with their keys in the settings. */
const kinds = {
  authToken: 'recordAuthToken',
  passwordResetToken: 'recordPasswordResetToken',
  emailChangeToken: 'recordEmailChangeToken',
  verificationToken: 'recordVerificationToken',
  fileToken: 'recordFileToken',
} as const

export type RecordTokenName = keyof typeof kinds
export type RecordTokenKind = (typeof kinds)[RecordTokenName]

export const recordTokenNames = Object.keys(kinds) as readonly RecordTokenName[]

const nameOf = Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [kind, name])) as Record<
  RecordTokenKind,
  RecordTokenName
>

/** A secret, part of the signing key, and a lifetime in seconds; '' and 0 are the values of the settings. */
const token = group({ secret: setting(v.string(), ''), duration: setting(integer, 0) })

type OwnToken = v.InferOutput<typeof token>

function byName<T>(get: (name: RecordTokenName) => T): Record<RecordTokenName, T> {
  return Object.fromEntries(recordTokenNames.map(name => [name, get(name)])) as Record<RecordTokenName, T>
}

/** The tokens that differ from the settings. Null removes one. */
const schema = v.optional(v.pipe(group(byName(() => v.nullish(token))), v.transform(withoutNulls)), {})

type OwnTokens = v.InferOutput<typeof schema>

function validateOwnToken({ secret, duration }: OwnToken): Issues {
  return collectIssues({
    secret: lengthBetween(secret, 30, 300),
    duration: atLeast(duration, 5) ?? atMost(duration, 63_072_000),
  })
}

/** Merges a sent token with the stored one. Without a secret, it keeps the stored secret. */
function mergeToken(stored: OwnToken | undefined, sent: unknown): unknown {
  if (!isObject(sent)) return sent
  const isKept = sent.secret === undefined || sent.secret === '' || sent.secret === mask
  return { ...stored, ...sent, secret: isKept ? (stored?.secret ?? '') : sent.secret }
}

/** Returns the secret and lifetime of a token: the collection's own, or the ones in the settings. Only auth collections have some. */
export function tokenOf({ options }: { options: object }, kind: RecordTokenKind, settings: Settings): OwnToken {
  const { coffer } = options as { coffer?: { tokens?: OwnTokens | undefined } | undefined }
  const own = coffer?.tokens?.[nameOf[kind]]
  const usual = settings[kind]
  return own ? { secret: own.secret || usual.secret, duration: own.duration || usual.duration } : usual
}

export const tokens = authPart({
  schema,
  newerKeys: recordTokenNames,
  toNewer: (value, _, settings) => byName(name => ({ duration: value[name]?.duration || settings[kinds[name]].duration })),
  fromNewer: ({ unparsed, isChanged }) =>
    v.parse(
      schema,
      byName(name => (isChanged(name) ? unparsed[name] : undefined)),
    ),
  withoutShared: (value, settings) => {
    const rest = byName(name => {
      const { secret = '', duration = 0 } = value[name] ?? {}
      const usual = settings[kinds[name]]
      const own = { secret: secret === usual.secret ? '' : secret, duration: duration === usual.duration ? 0 : duration }
      return own.secret === '' && own.duration === 0 ? null : own
    })
    return v.parse(schema, rest)
  },
  toNewerIssues: issues => issues as Issues,
  validate: value => collectIssues(byName(name => value[name] && validateOwnToken(value[name]))),
  show: value => byName(name => value[name] && { duration: value[name].duration }),
  merge: (stored, sent) => {
    if (!isObject(sent)) return sent
    return byName(name => (sent[name] === undefined ? stored[name] : mergeToken(stored[name], sent[name])))
  },
})
