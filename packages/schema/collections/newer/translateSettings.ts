import { group, isObject, type ShapeOf, setting, shape } from '@coffer/fields'
import * as v from 'valibot'
import { type CofferSettings, coffer, validateAddresses, validateRateLimitRule } from '../../settings/coffer.ts'
import type { MailTemplate } from '../../settings/mail.ts'
import { fixedNewerSettings } from '../../settings/newer/toNewerSettings.ts'
import { type ProviderKey, providerKeys } from '../../settings/providers.ts'
import { type Settings, settings } from '../../settings/Settings.ts'
import type { TokenKind } from '../../settings/tokens.ts'
import { templateNames } from '../auth/mailTemplates.ts'
import type { ImportNotes } from './ImportNote.ts'
import { type NewerAuthOptions, type NewerCollection, newerAuthOptions, superusers } from './NewerCollection.ts'

/** What newer settings have beyond the groups whose names and keys are the same. */
const newerSettings = shape({
  meta: v.optional(
    group({
      appName: v.optional(v.string()),
      appURL: v.optional(v.string()),
      senderName: v.optional(v.string()),
      senderAddress: v.optional(v.string()),
      hideControls: setting(v.boolean(), false),
      accentColor: setting(v.string(), ''),
    }),
    {},
  ),
  logs: v.optional(
    group({
      maxDays: setting(v.number(), 5),
      minLevel: setting(v.number(), 0),
      logIP: setting(v.boolean(), true),
      logAuthId: setting(v.boolean(), false),
    }),
    {},
  ),
  smtp: v.unknown(),
  s3: v.unknown(),
  backups: v.unknown(),
  superuserIPs: setting(v.array(v.string()), []),
  trustedProxy: v.optional(group({ headers: setting(v.array(v.string()), []) }), {}),
  rateLimits: v.optional(v.unknown(), {}),
  batch: v.optional(v.unknown(), {}),
})

interface AuthSource {
  name: string
  options: NewerAuthOptions
}

type NewerToken = 'authToken' | 'passwordResetToken' | 'emailChangeToken' | 'verificationToken' | 'fileToken'

const tokens: Readonly<Record<TokenKind, NewerToken>> = {
  adminAuthToken: 'authToken',
  adminPasswordResetToken: 'passwordResetToken',
  adminFileToken: 'fileToken',
  recordAuthToken: 'authToken',
  recordPasswordResetToken: 'passwordResetToken',
  recordEmailChangeToken: 'emailChangeToken',
  recordVerificationToken: 'verificationToken',
  recordFileToken: 'fileToken',
}

/** Returns the secrets and lifetimes of the first collection. The others have their own. */
function tokensOf(sources: readonly AuthSource[]): Partial<Settings> {
  const [admins, users] = [sources.filter(({ name }) => name === superusers), sources.filter(({ name }) => name !== superusers)]
  return Object.fromEntries(
    Object.entries(tokens).map(([kind, from]) => {
      const of = kind.startsWith('admin') ? admins : users
      const { secret = '', duration } = of[0]?.options[from] ?? {}
      return [kind, { secret, ...(duration && { duration }) }]
    }),
  )
}

const link = /\{APP_URL\}[^"'\s<>]*\{TOKEN\}[^"'\s<>]*/

function templateOf({ subject, body }: { subject: string; body: string }): MailTemplate | undefined {
  const actionUrl = link.exec(body)?.[0]
  return actionUrl === undefined || subject === ''
    ? undefined
    : { subject, body: body.replaceAll(actionUrl, '{ACTION_URL}'), actionUrl, hidden: false }
}

/** Returns the templates of the first collection that has one with a link. The others have their own. */
function templatesOf(sources: readonly AuthSource[]): Partial<Settings['meta']> {
  const users = sources.filter(({ name }) => name !== superusers)
  return Object.fromEntries(
    templateNames.flatMap(key => {
      const template = users.map(({ options }) => templateOf(options[key])).find(found => found !== undefined)
      return template ? [[key, template]] : []
    }),
  )
}

/** Returns the providers of the first collection that uses some. The others have their own. */
function providersOf(sources: readonly AuthSource[]): Partial<Record<ProviderKey, object>> {
  const first = sources.find(({ name, options }) => name !== superusers && options.oauth2.enabled)
  const known = first?.options.oauth2.providers.filter(({ name }) => providerKeys.includes(`${name}Auth` as ProviderKey)) ?? []
  return Object.fromEntries(
    known.map(({ name, clientId, clientSecret, authURL, tokenURL, userInfoURL, displayName, pkce }) => {
      const urls = { authUrl: authURL, tokenUrl: tokenURL, userApiUrl: userInfoURL }
      return [`${name}Auth`, { enabled: true, clientId, clientSecret, ...urls, displayName, pkce }]
    }),
  )
}

/** Returns the settings that 0.22 does not have. Clients of the directory speak the dialect of today. */
function cofferOf(stored: { rateLimits: unknown; batch: unknown; superuserIPs: string[] }, notes: ImportNotes): CofferSettings {
  const { success, output: read } = v.safeParse(coffer, stored)
  if (!success) throw new Error('The settings cannot be read: the limits of requests or batches have another format.')
  const rules = read.rateLimits.rules.filter(rule => Object.keys(validateRateLimitRule(rule)).length === 0)
  const lost = read.rateLimits.rules.length - rules.length
  if (lost > 0) notes.changed('settings.rateLimits', `${lost} of its limits are left out: their labels are unknown here.`)
  if (Object.keys(validateAddresses(read.superuserIPs)).length > 0) {
    notes.cannot('settings.superuserIPs', 'Admins could sign in from all addresses: the list has an invalid one.')
    read.superuserIPs = []
  }
  return { ...read, dialect: 'today', rateLimits: { ...read.rateLimits, rules } }
}

/** Returns the keys of stored settings that were not read. */
function unreadKeys(stored: unknown, read: object): string[] {
  return isObject(stored) ? Object.keys(stored).filter(key => !Object.hasOwn(read, key)) : []
}

type NewerSettings = ShapeOf<typeof newerSettings>

/** Notes the settings that are lost, because the server does not have them. */
function noteLost(stored: unknown, read: NewerSettings, notes: ImportNotes): void {
  const { meta, logs, trustedProxy } = read
  if (trustedProxy.headers.length > 0)
    notes.changed('settings.trustedProxy', 'Name the trusted proxies with --trustedProxies when you start the server.')
  if (meta.accentColor !== '' && meta.accentColor !== fixedNewerSettings.accentColor)
    notes.changed('settings.meta.accentColor', 'The dashboard has a fixed accent color.')
  if (logs.logAuthId) notes.changed('settings.logs.logAuthId', 'The log has no ids of users.')
  if (!isObject(stored)) return
  const unread = [
    ...unreadKeys(stored, read),
    ...unreadKeys(stored.meta, meta).map(key => `meta.${key}`),
    ...unreadKeys(stored.logs, logs).map(key => `logs.${key}`),
  ]
  for (const path of unread) notes.changed(`settings.${path}`, 'The setting is unknown here, and left out.')
}

/**
 * Translates the settings of PocketBase 0.23 or later, with what its auth collections have of their own.
 * @throws Error with a sentence if they cannot be read
 */
export function translateSettings(stored: unknown, collections: readonly NewerCollection[], notes: ImportNotes): Settings {
  const read = newerSettings.safeParse(stored)
  if (!read.success) throw new Error(`The settings cannot be read: ${read.problem}.`)
  const { meta, logs, smtp, s3, backups, superuserIPs, rateLimits, batch } = read.data
  const sources = collections
    .filter(({ type }) => type === 'auth')
    .flatMap(({ name, options }) => {
      const auth = newerAuthOptions.safeParse(options)
      return auth.success ? [{ name, options: auth.data }] : []
    })
  noteLost(stored, read.data, notes)
  const { appURL, ...named } = meta
  const { logIP, ...kept } = logs
  return settings.parse({
    meta: { ...named, appUrl: appURL?.replace(/\/+$/, ''), ...templatesOf(sources) },
    logs: { ...kept, logIp: logIP },
    smtp,
    s3,
    backups,
    ...tokensOf(sources),
    ...providersOf(sources),
    coffer: cofferOf({ rateLimits, batch, superuserIPs }, notes),
  })
}
