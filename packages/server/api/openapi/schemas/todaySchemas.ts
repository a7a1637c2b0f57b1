import type { JsonSchema } from '@coffer/fields/jsonSchemas'
import { anyObject, date, flag, integer, list, nullableText, object, pageOf, partial, ref, text } from './objectSchema.ts'

const rule: JsonSchema = { ...nullableText, description: 'null allows only superusers, an empty text everyone.' }

const collection = {
  id: text,
  name: text,
  type: { type: 'string', enum: ['base', 'auth', 'view'] },
  system: flag,
  fields: { ...list(anyObject), description: 'The options of a field are beside its name and type.' },
  indexes: list(text),
  listRule: rule,
  viewRule: rule,
  createRule: rule,
  updateRule: rule,
  deleteRule: rule,
}

/** Collections have more keys by their type. */
const byType = {
  additionalProperties: true,
  description:
    'A view also has `viewQuery`. An auth collection also has its options, such as `authRule`, `passwordAuth` and `otp`.',
}

const s3 = object({ enabled: flag, bucket: text, region: text, endpoint: text, accessKey: text, forcePathStyle: flag })

const settings = {
  superuserIPs: { ...list(text), description: 'The addresses and ranges of superusers; empty for all.' },
  smtp: object({ enabled: flag, port: integer, host: text, username: text, authMethod: text, tls: flag, localName: text }),
  backups: object({ cron: text, cronMaxKeep: integer, s3 }),
  s3,
  meta: object({
    accentColor: text,
    appName: text,
    appURL: text,
    senderName: text,
    senderAddress: text,
    hideControls: flag,
  }),
  rateLimits: object({
    rules: list(object({ label: text, audience: text, duration: integer, maxRequests: integer })),
    excludedIPs: list(text),
    enabled: flag,
  }),
  trustedProxy: object({ headers: list(text), useLeftmostIP: flag }),
  batch: object({ enabled: flag, maxRequests: integer, timeout: integer, maxBodySize: integer }),
  logs: object({ maxDays: integer, minLevel: integer, logIP: flag, logAuthId: flag }),
}

const provider = object({
  name: text,
  displayName: text,
  logo: text,
  state: text,
  authURL: { ...text, description: 'Ends with an empty `redirect_uri=`, to which you append your redirect URL.' },
  authUrl: text,
  codeVerifier: text,
  codeChallenge: text,
  codeChallengeMethod: text,
})

const method = object({ enabled: flag, duration: { ...integer, description: 'Seconds; 0 while it is off.' } })

/** Describes a record of a system collection, which belongs to an auth record. */
const systemRecord = (more: Record<string, JsonSchema>, optional: readonly string[] = []): JsonSchema =>
  object(
    {
      collectionId: text,
      collectionName: text,
      id: text,
      created: date,
      updated: date,
      collectionRef: text,
      recordRef: text,
      ...more,
    },
    optional,
  )

const superuser = {
  collectionId: text,
  collectionName: text,
  id: text,
  created: date,
  updated: date,
  email: text,
  emailVisibility: flag,
  verified: flag,
}

/** The schemas of endpoints below `/today/api`, in the format of PocketBase 0.23 and later. */
export const todaySchemas = {
  TodayError: object({
    status: { ...integer, description: 'The status of the response.' },
    message: text,
    data: {
      type: 'object',
      description: 'An issue with `code` and `message` for each invalid key of the body; empty if the error has another reason.',
    },
  }),
  TodaySuperuser: object(superuser),
  TodaySuperuserPage: pageOf(ref('TodaySuperuser')),
  TodaySuperuserAuth: object({ record: ref('TodaySuperuser'), token: text }),
  TodayImpersonation: object({ record: anyObject, token: text }),
  TodayExternalAuth: systemRecord({ provider: text, providerId: text }),
  TodayExternalAuthPage: pageOf(ref('TodayExternalAuth')),
  TodayMfa: systemRecord({ method: text }),
  TodayMfaPage: pageOf(ref('TodayMfa')),
  TodayOtp: systemRecord({ sentTo: text, password: { ...text, description: 'Always empty.' } }, ['sentTo', 'password']),
  TodayOtpPage: pageOf(ref('TodayOtp')),
  TodayAuthOrigin: systemRecord({ fingerprint: text }),
  TodayAuthOriginPage: pageOf(ref('TodayAuthOrigin')),
  TodayAuthMethods: object({
    password: object({ enabled: flag, identityFields: list(text) }),
    oauth2: object({ enabled: flag, providers: list(provider) }),
    mfa: method,
    otp: method,
    authProviders: { type: ['array', 'null'], items: provider, description: 'For older clients.' },
    usernamePassword: flag,
    emailPassword: flag,
  }),
  TodayCollection: { ...object({ ...collection, created: date, updated: date }), ...byType },
  TodayCollectionPage: pageOf(ref('TodayCollection')),
  TodayCollectionCreate: { ...partial(collection), required: ['name'], ...byType },
  TodayCollectionUpdate: { ...partial(collection), ...byType },
  TodayCollectionImport: object({ collections: list(ref('TodayCollectionCreate')), deleteMissing: flag }, ['deleteMissing']),
  CollectionScaffolds: object({ auth: ref('TodayCollection'), base: ref('TodayCollection'), view: ref('TodayCollection') }),
  ConfigurableProviders: list(object({ name: text, displayName: text, logo: text })),
  TodayViewPreview: object({ fields: list(anyObject), sample: list(anyObject) }),
  TodaySettings: object(settings),
  TodaySettingsUpdate: {
    ...partial(Object.fromEntries(Object.keys(settings).map(key => [key, key === 'superuserIPs' ? list(text) : anyObject]))),
    description: 'The keys that change. Secrets are `smtp.password`, `s3.secret` and `backups.s3.secret`.',
  },
  TodayLog: object({ id: text, created: date, level: integer, message: text, data: {} }),
  TodayLogPage: pageOf(ref('TodayLog')),
  TodayHealth: object({
    code: integer,
    message: text,
    data: { ...anyObject, description: 'Only superusers get whether a backup can be created now, and how the last ones ended.' },
  }),
  Crons: list(object({ id: text, expression: text })),
  BatchRequests: object({
    requests: list(
      object(
        {
          method: { type: 'string', enum: ['POST', 'PATCH', 'PUT', 'DELETE'] },
          url: { ...text, description: 'Such as `/api/collections/posts/records`.' },
          body: anyObject,
          headers: { ...anyObject, description: 'Ignored.' },
        },
        ['body', 'headers'],
      ),
    ),
  }),
  BatchForm: {
    ...object({ '@jsonPayload': { ...text, description: 'The requests as JSON.' } }),
    additionalProperties: true,
    description: 'The files of the request N are in parts with the name `requests.N.FIELD`.',
  },
  BatchResults: list(object({ status: integer, body: { type: ['object', 'null'] } })),
} satisfies Record<string, JsonSchema>
