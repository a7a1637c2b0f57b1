import { type Issue, isObject } from '@coffer/fields'
import * as v from 'valibot'
import { collectIssues, type Issues } from '../../issues/Issues.ts'
import type { Settings } from '../../settings/Settings.ts'
import type { AuthPart, AuthPartContext, NewerAuthCollection } from './AuthPart.ts'
import { authAlert } from './authAlert.ts'
import { authRule } from './authRule.ts'
import { identityFields, identityFieldsOf } from './identityFields.ts'
import { templates } from './mailTemplates.ts'
import { mfa } from './mfa.ts'
import type { OlderAuthOptions } from './olderAuthOptions.ts'
import { otp } from './otp.ts'
import { oauth2 } from './ownProviders.ts'
import { tokens } from './recordTokens.ts'

/** The options of auth collections that PocketBase 0.22 does not have, by their keys in `options.coffer`. */
const parts = { authRule, authAlert, identityFields, mfa, oauth2, otp, templates, tokens }

type Key = keyof typeof parts

/** The values of all parts. */
export type CofferAuth = { readonly [K in Key]: v.InferOutput<(typeof parts)[K]['schema']> }

/** The stored values: only the values that differ from their defaults. */
export type StoredCofferAuth = Partial<CofferAuth>

// The parts differ in their types, which belong together by key.
const entries = Object.entries(parts) as unknown as readonly (readonly [Key, AuthPart<v.GenericSchema>])[]

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

function fromParts<T>(get: (part: AuthPart<v.GenericSchema>, key: Key) => T): Record<Key, T> {
  return Object.fromEntries(entries.map(([key, part]) => [key, get(part, key)])) as Record<Key, T>
}

const defaults = fromParts(({ schema }) => v.parse(schema, undefined)) as CofferAuth

/** Leaves out what equals its default; undefined if nothing is left. */
function withoutDefaults(values: StoredCofferAuth): StoredCofferAuth | undefined {
  const changed = Object.entries(values).filter(([key, value]) => value !== undefined && !isSame(value, defaults[key as Key]))
  return changed.length === 0 ? undefined : Object.fromEntries(changed)
}

/** Parses the group `coffer` of the options. Keys are optional, and values that equal their default are dropped. */
export const cofferAuthSchema = v.pipe(
  v.custom<Record<string, unknown>>(isObject),
  v.object(fromParts(({ schema }) => v.optional(schema))),
  v.transform(values => withoutDefaults(values as StoredCofferAuth)),
)

/** Reads the stored group; undefined if there is none. If a part cannot be parsed, nobody can sign in until the collection is saved. */
export function parseCofferAuth(stored: unknown): StoredCofferAuth | undefined {
  if (!isObject(stored)) return undefined
  const read = v.safeParse(cofferAuthSchema, stored)
  return read.success ? read.output : { authRule: null }
}

/** Returns options as PocketBase 0.22 knows them. */
export function withoutCofferAuth(options: object): object {
  const { coffer: _, ...older } = options as { coffer?: unknown }
  return older
}

/** Returns options with the group, in which secrets are left out. */
export function withShownCofferAuth(options: object): object {
  const { coffer } = options as { coffer?: StoredCofferAuth | undefined }
  if (!coffer) return options
  const shown = entries.flatMap(([key, part]) =>
    coffer[key] === undefined ? [] : [[key, part.show?.(coffer[key]) ?? coffer[key]]],
  )
  return { ...options, coffer: Object.fromEntries(shown) }
}

/** Returns the options that PocketBase 0.22 does not have; their defaults unless they are stored. */
export function cofferAuth({ coffer }: { readonly coffer?: StoredCofferAuth | undefined }): CofferAuth {
  return coffer ? { ...defaults, ...coffer } : defaults
}

const mergeKeys = (stored: unknown, sent: unknown): unknown =>
  isObject(stored) && isObject(sent) ? { ...stored, ...sent } : sent

/**
 * Completes sent options with the stored group. Clients of 0.22 do not know the group, so that saving a collection keeps it; a part
 * that is sent is merged with the stored one.
 */
export function keepCofferAuth(sent: Record<string, unknown>, stored: object = {}): Record<string, unknown> {
  const { coffer, ...options } = sent
  const own = stored as { coffer?: StoredCofferAuth | undefined }
  if (!isObject(coffer)) return own.coffer ? { ...options, coffer: own.coffer } : options
  const before = cofferAuth(own)
  const merged = fromParts(({ merge = mergeKeys }, key) => (key in coffer ? merge(before[key], coffer[key]) : before[key]))
  return { ...options, coffer: { ...coffer, ...merged } }
}

/** Returns options without what the settings have as well, so that the collection follows them. */
export function withoutSharedAuth(options: Record<string, unknown>, settings: Settings): Record<string, unknown> {
  const { coffer, ...others } = options
  if (!isObject(coffer)) return options
  const own = fromParts(({ withoutShared }, key) => withoutShared?.(coffer[key], settings) ?? coffer[key])
  return { ...others, coffer: own }
}

const tooFewMethods: Issue = {
  code: 'validation_mfa_not_enough_auths',
  message: 'Two factors need two of these: passwords, OAuth2 and one-time passwords.',
}

/** Validates the group. */
export function validateCofferAuth(
  options: OlderAuthOptions & { coffer?: StoredCofferAuth | undefined },
  context: AuthPartContext,
): Issues {
  const values = cofferAuth(options)
  const issues = collectIssues(fromParts(({ validate }, key) => validate(values[key], context)))
  const methods = [identityFieldsOf(options).length > 0, options.allowOAuth2Auth, values.otp.enabled]
  return values.mfa.enabled && methods.filter(Boolean).length < 2 ? { ...issues, mfa: { enabled: tooFewMethods } } : issues
}

/** The keys of a collection in the format of PocketBase 0.23 and later that the group can store. */
export const newerAuthKeys: readonly string[] = entries.flatMap(([, { newerKeys }]) => newerKeys)

/** Returns these keys with their values, without secrets. */
export function toNewerAuthKeys(
  options: OlderAuthOptions & { coffer?: StoredCofferAuth | undefined },
  settings: Settings,
): Record<string, unknown> {
  const values = cofferAuth(options)
  return Object.assign({}, ...entries.map(([key, { toNewer }]) => toNewer(values[key], options, settings)))
}

/** Names the issues of the group as PocketBase 0.23 and later name the options. */
export function toNewerAuthIssues(issues: Issues): Issues {
  return Object.assign(
    {},
    ...Object.entries(issues).map(([key, issue]) => parts[key as Key]?.toNewerIssues?.(issue) ?? { [key]: issue }),
  )
}

/**
 * Returns the group for a collection in the format of PocketBase 0.23 and later.
 * @throws ValiError if a part cannot be parsed
 */
export function fromNewerAuthKeys(newer: NewerAuthCollection): CofferAuth {
  return fromParts(({ fromNewer }) => fromNewer(newer)) as CofferAuth
}
