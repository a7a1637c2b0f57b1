import { type Settings, settings as settingsShape } from '../../settings/Settings.ts'
import { cofferAuth, toNewerAuthKeys } from '../auth/cofferAuth.ts'
import { minAdminPasswordLength } from '../authFormats.ts'
import { adminsOnly } from '../CollectionDraft.ts'
import type { AuthOptions } from '../collectionOptions.ts'
import { authFields, dateFields, idField, systemPasswordField, systemTextField } from './fixedFields.ts'
import { superusers } from './NewerCollection.ts'
import { newerCollectionId } from './newerIds.ts'
import { toSuperuserTokens } from './superuserTokens.ts'

/** A collection that every server of PocketBase 0.23 and later has, in its format. */
export interface SystemCollection extends Readonly<Record<string, unknown>> {
  id: string
  name: string
  type: 'auth' | 'base'
  created: string
  updated: string
}

const superuserOptions: AuthOptions = {
  allowEmailAuth: true,
  allowOAuth2Auth: false,
  allowUsernameAuth: false,
  exceptEmailDomains: null,
  manageRule: null,
  minPasswordLength: minAdminPasswordLength,
  onlyEmailDomains: null,
  onlyVerified: false,
  requireEmail: true,
  coffer: {
    authAlert: { ...cofferAuth({}).authAlert, enabled: false },
    oauth2: { providers: [], mappedFields: { id: '', name: '', username: '', avatarURL: '' } },
  },
}

/** Returns the options of superusers. Only their tokens are part of the settings. */
function superuserKeys(settings: Settings) {
  return {
    manageRule: null,
    ...toNewerAuthKeys(superuserOptions, settingsShape.parse({})),
    ...toSuperuserTokens(settings),
  }
}

const superuserFields = authFields(superuserOptions).map(field =>
  field.name === 'tokenKey' ? { ...field, autogeneratePattern: '[a-zA-Z0-9]{50}' } : field,
)

/** The rule that allows users to access only their own rows. */
const ownerOnly = "@request.auth.id != '' && recordRef = @request.auth.id && collectionRef = @request.auth.collectionId"

interface BaseParts {
  /** The fields beside the owner. */
  fields: readonly object[]
  /** The indexes after CREATE, for the table of this collection. */
  indexes: readonly string[]
  /** Whether owners can delete their rows. */
  isDeletable?: true
}

/** The collections beside `_superusers`, by name. */
const baseParts: Readonly<Record<string, BaseParts>> = {
  _externalAuths: {
    fields: ['provider', 'providerId'].map(systemTextField),
    indexes: [
      'CREATE UNIQUE INDEX `idx_externalAuths_record_provider` ON `_externalAuths` (collectionRef, recordRef, provider)',
      'CREATE UNIQUE INDEX `idx_externalAuths_collection_provider` ON `_externalAuths` (collectionRef, provider, providerId)',
    ],
    isDeletable: true,
  },
  _mfas: {
    fields: [systemTextField('method')],
    indexes: ['CREATE INDEX `idx_mfas_collectionRef_recordRef` ON `_mfas` (collectionRef,recordRef)'],
  },
  _otps: {
    fields: [systemPasswordField({ cost: 8, min: 0 }), { ...systemTextField('sentTo'), hidden: true, required: false }],
    indexes: ['CREATE INDEX `idx_otps_collectionRef_recordRef` ON `_otps` (collectionRef, recordRef)'],
  },
  _authOrigins: {
    fields: [systemTextField('fingerprint')],
    indexes: ['CREATE UNIQUE INDEX `idx_authOrigins_unique_pairs` ON `_authOrigins` (collectionRef, recordRef, fingerprint)'],
    isDeletable: true,
  },
}

/** Returns the fields of a system collection: even its dates are part of the system. */
const fieldsWith = (own: readonly object[]) => [idField(false), ...own, ...dateFields.map(field => ({ ...field, system: true }))]

const owner = ['collectionRef', 'recordRef'].map(systemTextField)

function baseKeys({ fields, indexes, isDeletable }: BaseParts) {
  const deleteRule = isDeletable ? ownerOnly : null
  const rules = { ...adminsOnly, listRule: ownerOnly, viewRule: ownerOnly, deleteRule }
  return { ...rules, fields: fieldsWith([...owner, ...fields]), indexes }
}

const superuserId = newerCollectionId({ type: 'auth', name: superusers })

/** The ids of the system collections, by name. */
export const systemCollectionIds: ReadonlyMap<string, string> = new Map([
  [superusers, superuserId],
  ...Object.keys(baseParts).map(name => [name, newerCollectionId({ type: 'base', name })] as const),
])

/**
 * Returns the system collections in the format of PocketBase 0.23 and later. They are stored nowhere.
 * @param created the date when the installation was created
 */
export function systemCollections(settings: Settings, created: string): SystemCollection[] {
  const admins = {
    ...adminsOnly,
    fields: fieldsWith(superuserFields),
    indexes: [
      `CREATE UNIQUE INDEX \`idx_tokenKey_${superuserId}\` ON \`${superusers}\` (\`tokenKey\`)`,
      `CREATE UNIQUE INDEX \`idx_email_${superuserId}\` ON \`${superusers}\` (\`email\`) WHERE \`email\` != ''`,
    ],
    ...superuserKeys(settings),
  }
  return Array.from(systemCollectionIds, ([name, id]) => {
    const parts = baseParts[name]
    const keys = parts ? baseKeys(parts) : admins
    return { id, name, type: parts ? 'base' : 'auth', ...keys, created, updated: created, system: true }
  })
}
