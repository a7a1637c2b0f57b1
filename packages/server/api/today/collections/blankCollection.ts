import { type Collection, type Settings, toNewerCollection } from '@coffer/schema'

const noRules = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null }

/** Returns a new collection of a type, before anything was sent. */
export function blankCollection(type: unknown): Collection {
  const shared = { id: '', created: '', updated: '', name: '', system: false, schema: [], indexes: [], ...noRules }
  if (type === 'view') return { ...shared, type, options: { query: '' }, dates: [] }
  if (type !== 'auth') return { ...shared, type: 'base', options: {} }
  const options = {
    allowEmailAuth: true,
    allowOAuth2Auth: false,
    allowUsernameAuth: false,
    exceptEmailDomains: null,
    manageRule: null,
    minPasswordLength: 8,
    onlyEmailDomains: null,
    onlyVerified: false,
    requireEmail: true,
  }
  return { ...shared, type, options }
}

/**
 * Returns a new collection in the format of PocketBase 0.23 and later. It has no indexes, because the indexes
 * of every auth collection name its table, and it has no name yet.
 */
export function blankNewerCollection(type: unknown, settings: Settings): Record<string, unknown> {
  return { ...toNewerCollection(blankCollection(type), settings), indexes: [] }
}
