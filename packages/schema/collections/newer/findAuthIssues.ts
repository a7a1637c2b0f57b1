import { isObject } from '@coffer/fields'
import type { Issues } from '../../issues/Issues.ts'
import { blank } from '../../issues/rules.ts'
import { mask } from '../../settings/secrets.ts'
import { templateNames } from '../auth/mailTemplates.ts'
import { recordTokenNames } from '../auth/recordTokens.ts'
import type { Collection } from '../Collection.ts'
import { isEmpty } from './isUnchanged.ts'
import { unsupported } from './unsupported.ts'

type Json = Readonly<Record<string, unknown>>

/** A collection before a change, in both formats. A new one has no stored form. */
export interface Present {
  json: Json
  stored?: Collection | undefined
}

/** The keys of groups that are sent; responses leave the secrets out. */
const keysOfGroups: Readonly<Record<string, readonly string[]>> = {
  passwordAuth: ['enabled', 'identityFields'],
  oauth2: ['enabled', 'providers', 'mappedFields'],
  'oauth2.mappedFields': ['id', 'name', 'username', 'avatarURL'],
  ...Object.fromEntries(recordTokenNames.map(name => [name, ['duration', 'secret']])),
  ...Object.fromEntries(templateNames.map(name => [name, ['subject', 'body']])),
}

/** Finds keys within groups of an auth collection that do not exist, which would otherwise be ignored. */
function findUnknownParts(body: Json): Issues {
  const issues: Issues = {}
  for (const [path, known] of Object.entries(keysOfGroups)) {
    const [key = '', part] = path.split('.')
    const group = part && isObject(body[key]) ? body[key][part] : body[key]
    const unknown = isObject(group) ? Object.keys(group).find(one => !known.includes(one)) : undefined
    if (unknown !== undefined) issues[key] = unsupported(`There is no "${path}.${unknown}". Leave it out.`)
  }
  return issues
}

/** Finds sent providers whose secret is neither sent nor known. */
function findMissingSecrets(body: Json, completed: Json, { json, stored }: Present): Issues {
  const { enabled, providers } = isObject(completed.oauth2) ? completed.oauth2 : {}
  const isSent = isObject(body.oauth2) && Array.isArray(body.oauth2.providers)
  if (enabled !== true || !Array.isArray(providers) || !isSent) return {}
  const shown = isObject(json.oauth2) && Array.isArray(json.oauth2.providers) ? json.oauth2.providers.filter(isObject) : []
  const own = stored?.type === 'auth' ? (stored.options.coffer?.oauth2?.providers ?? []) : []
  const isKnown = ({ name, clientId }: Json) =>
    own.some(one => one.name === name && one.clientSecret !== '') ||
    shown.some(one => one.name === name && one.clientId === clientId)
  const missing = providers.map((one, index): [number, Issues] | undefined => {
    const isMissing = isObject(one) && [undefined, '', mask].includes(one.clientSecret as string | undefined) && !isKnown(one)
    return isMissing ? [index, { clientSecret: blank }] : undefined
  })
  const found = Object.fromEntries(missing.filter(one => one !== undefined))
  return Object.keys(found).length > 0 ? { oauth2: { providers: found } } : {}
}

const signInFields: Issues = {
  passwordAuth: {
    identityFields: { code: 'validation_required', message: 'Name at least one field, such as "email".' },
  },
}

function findMissingIdentity(body: Json, { type, passwordAuth }: Json): Issues {
  if (type !== 'auth' || !isObject(body.passwordAuth) || !isObject(passwordAuth)) return {}
  return passwordAuth.enabled === true && isEmpty(passwordAuth.identityFields) ? signInFields : {}
}

/**
 * Finds what is missing or unknown in the options of an auth collection that was sent in the format of PocketBase 0.23 and later.
 * @param completed the collection with the sent changes
 */
export function findAuthIssues(body: Json, completed: Json, present: Present): Issues {
  return {
    ...findUnknownParts(body),
    ...findMissingSecrets(body, completed, present),
    ...findMissingIdentity(body, completed),
  }
}
