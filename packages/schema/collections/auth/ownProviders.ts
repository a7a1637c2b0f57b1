import { group, type Issue, isObject, setting } from '@coffer/fields'
import * as v from 'valibot'
import { collectIssues, type Issues } from '../../issues/Issues.ts'
import { required } from '../../issues/rules.ts'
import { validateUrlFormat } from '../../settings/formats.ts'
import { type ProviderName, providerNames, type SettingsProviderName, settingsProviderNames } from '../../settings/providers.ts'
import type { Settings } from '../../settings/Settings.ts'
import { mask } from '../../settings/secrets.ts'
import { authPart, type DraftParts } from './AuthPart.ts'

const text = () => setting(v.string(), '')

/** A provider in the format of PocketBase 0.23 and later. Empty URLs and `pkce: null` use the provider's defaults. */
const provider = group({
  name: text(),
  clientId: text(),
  clientSecret: text(),
  authURL: text(),
  tokenURL: text(),
  userInfoURL: text(),
  displayName: text(),
  pkce: setting(v.nullable(v.boolean()), null),
})

/** A provider of a collection, with its secret. */
export type OwnProvider = v.InferOutput<typeof provider>

/** A provider that users can sign in with, and its configuration. */
export type ConfiguredProvider = OwnProvider & { name: ProviderName }

const mappedFields = group({ id: text(), name: text(), username: setting(v.string(), 'username'), avatarURL: text() })

/** The fields of a new auth record that get values of the provider's user; '' for none. */
export type MappedFields = v.InferOutput<typeof mappedFields>

/** Without `providers`, the collection uses the providers in the settings. Null removes its own providers. */
const schema = v.optional(
  v.pipe(
    group({ providers: v.nullish(v.array(provider)), mappedFields: v.optional(mappedFields, {}) }),
    v.transform(({ providers, ...rest }) => ({ ...rest, ...(providers && { providers }) })),
  ),
  {},
)

type OwnOAuth2 = v.InferOutput<typeof schema>

interface Options {
  coffer?: { oauth2?: OwnOAuth2 | undefined } | undefined
}

const defaults = v.parse(schema, undefined)

const isKnown = (one: OwnProvider): one is ConfiguredProvider => providerNames.some(name => name === one.name)

const isInSettings = (name: ProviderName): name is SettingsProviderName => settingsProviderNames.some(one => one === name)

function providersOfSettings(settings: Settings): ConfiguredProvider[] {
  return settingsProviderNames.flatMap(name => {
    const { enabled, clientId, clientSecret, authUrl, tokenUrl, userApiUrl, displayName, pkce } = settings[`${name}Auth`]
    const urls = { authURL: authUrl, tokenURL: tokenUrl, userInfoURL: userApiUrl }
    return enabled ? [{ name, clientId, clientSecret, ...urls, displayName, pkce }] : []
  })
}

const sortedByName = <Provider extends OwnProvider>(list: readonly Provider[]): Provider[] =>
  list.toSorted((left, right) => (left.name < right.name ? -1 : 1))

/** Returns the secret of a provider; the one in the settings if the provider has none of its own and is the same client. */
function secretOf({ name, clientId, clientSecret }: ConfiguredProvider, settings: Settings): string {
  const shared = isInSettings(name) ? settings[`${name}Auth`] : undefined
  return clientSecret === '' && shared?.clientId === clientId ? shared.clientSecret : clientSecret
}

/** Returns the providers of an auth collection: its own in their order, or the ones in the settings by name. */
export function providersOf({ coffer }: Options, settings: Settings): ConfiguredProvider[] {
  const own = coffer?.oauth2?.providers
  if (!own) return sortedByName(providersOfSettings(settings))
  return own
    .filter(isKnown)
    .map(one => ({ ...one, clientSecret: secretOf(one, settings) }))
    .filter(({ clientSecret }) => clientSecret !== '')
}

/** Returns which fields of a new auth record get values of the provider's user. */
export function mappedFieldsOf({
  coffer,
}: {
  coffer?: { oauth2?: { mappedFields: MappedFields } | undefined } | undefined
}): MappedFields {
  return (coffer?.oauth2 ?? defaults).mappedFields
}

const withoutSecret = ({ clientSecret: _, ...shown }: OwnProvider) => shown

const toNewerProvider = ({ pkce, name, clientId, authURL, tokenURL, userInfoURL, displayName }: OwnProvider) => ({
  pkce,
  name,
  clientId,
  authURL,
  tokenURL,
  userInfoURL,
  displayName,
  extra: null,
})

function validateProvider(one: OwnProvider, isRepeated: boolean): Issues {
  const unknown: Issue = { code: 'validation_invalid_provider', message: `There is no provider "${one.name}".` }
  const repeated: Issue = { code: 'validation_duplicated', message: `The provider "${one.name}" is listed twice.` }
  return collectIssues({
    name: required(one.name) ?? (isKnown(one) ? undefined : unknown) ?? (isRepeated ? repeated : undefined),
    clientId: required(one.clientId),
    authURL: validateUrlFormat(one.authURL),
    tokenURL: validateUrlFormat(one.tokenURL),
    userInfoURL: validateUrlFormat(one.userInfoURL),
  })
}

const fixedFields = [
  'id',
  'email',
  'emailVisibility',
  'verified',
  'password',
  'passwordConfirm',
  'tokenKey',
  'created',
  'updated',
]

function validateMapping(fieldName: string, { schema: fields }: Pick<DraftParts, 'schema'>): Issue | undefined {
  if (fieldName === '' || fieldName === 'username' || fields.some(({ name }) => name === fieldName)) return undefined
  return fixedFields.includes(fieldName)
    ? { code: 'validation_invalid_field', message: `"${fieldName}" cannot be filled by a provider. Choose another field.` }
    : { code: 'validation_missing_field', message: `There is no field "${fieldName}".` }
}

/** Completes sent providers with stored secrets, which responses leave out. */
function keepSecrets(stored: readonly OwnProvider[] | undefined, sent: unknown): unknown {
  if (!Array.isArray(sent)) return sent
  return sent.map(one => {
    if (!isObject(one) || (one.clientSecret !== undefined && one.clientSecret !== '' && one.clientSecret !== mask)) return one
    const before = stored?.find(({ name }) => name === one.name)
    return { ...one, clientSecret: before?.clientSecret ?? '' }
  })
}

export const oauth2 = authPart({
  schema,
  newerKeys: ['oauth2'],
  toNewer: (value, options, settings) => ({
    oauth2: {
      providers: (value.providers ?? providersOfSettings(settings)).map(toNewerProvider),
      mappedFields: value.mappedFields,
      enabled: options.allowOAuth2Auth,
    },
  }),
  fromNewer: ({ name, options, notes, isChanged }) => {
    const { providers, mappedFields: mapped } = options.oauth2
    for (const one of providers) {
      if (!isKnown(one))
        notes.changed(
          `${name}.oauth2`,
          `The provider "${one.name}" is unknown here, and left out.`,
          `The provider "${one.name}" is unknown here. Leave it out; /api/collections/meta/oauth2-providers lists the others.`,
        )
      else if (one.extra && Object.keys(one.extra).length > 0)
        notes.changed(`${name}.oauth2`, `No provider here has an extra configuration. Leave "extra" of "${one.name}" out.`)
    }
    return v.parse(schema, {
      ...(isChanged('oauth2', 'providers') && { providers: providers.filter(isKnown) }),
      mappedFields: mapped,
    })
  },
  validate: ({ providers, mappedFields: mapped }, { draft }) =>
    collectIssues({
      providers: collectIssues(
        Object.fromEntries(
          (providers ?? []).map((one, index) => [
            index,
            validateProvider(one, providers?.findIndex(({ name }) => name === one.name) !== index),
          ]),
        ),
      ),
      mappedFields: collectIssues(
        Object.fromEntries(Object.entries(mapped).map(([key, field]) => [key, validateMapping(field, draft)])),
      ),
    }),
  withoutShared: ({ providers, ...own }, settings) => {
    const inOrder = (list: readonly OwnProvider[]) => JSON.stringify(sortedByName(list))
    const isOwn = providers && inOrder(providers) !== inOrder(providersOfSettings(settings))
    return isOwn ? { ...own, providers } : own
  },
  show: ({ providers, mappedFields: mapped }) => ({
    mappedFields: mapped,
    ...(providers && { providers: providers.map(withoutSecret) }),
  }),
  merge: (stored, sent) => {
    if (!isObject(sent)) return sent
    const providers = sent.providers === undefined ? stored.providers : keepSecrets(stored.providers, sent.providers)
    const mapped = isObject(sent.mappedFields) ? { ...stored.mappedFields, ...sent.mappedFields } : stored.mappedFields
    return { mappedFields: mapped, providers }
  },
})
