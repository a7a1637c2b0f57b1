import type { Field } from '@coffer/fields'
import {
  type AuthOptions,
  adminsOnly,
  authOptions,
  type Collection,
  type CollectionType,
  type Rule,
  viewOptions,
} from '@coffer/schema'

/** A field in the editor. */
export interface EditedField {
  /** Tells the rows apart while names change and ids are still missing. */
  key: string
  /** As it will be stored; its id is '' until then. */
  field: Field
  /** As it is stored; absent for a new one. */
  stored: Field | undefined
  /** It goes with the next save. */
  isRemoved: boolean
}

export interface EditedIndex {
  key: string
  /** As it was written, which may be before a field or the collection was renamed. */
  written: string
  /** The names that the fields had when it was written, by their keys. */
  names: ReadonlyMap<string, string>
}

export const ruleNames = ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule', 'manageRule'] as const

export type EditedRule = (typeof ruleNames)[number]

/** A collection in the editor. What only one type has is kept while another one is looked at. */
export interface EditedCollection {
  /** As it is stored; absent for a new one. */
  stored: Collection | undefined
  name: string
  type: CollectionType
  fields: readonly EditedField[]
  indexes: readonly EditedIndex[]
  rules: Readonly<Record<EditedRule, Rule>>
  /** The last text of each rule that was locked, for when it is unlocked again. */
  lockedTexts: Readonly<Partial<Record<EditedRule, string>>>
  auth: Readonly<Omit<AuthOptions, 'manageRule'>>
  query: string
}

const newAuth = authOptions.parse({
  allowEmailAuth: true,
  allowOAuth2Auth: true,
  allowUsernameAuth: true,
  minPasswordLength: 8,
})

let lastKey = 0

/** A key that no other row has. */
export const newKey = (): string => `row${++lastKey}`

const blank: EditedCollection = {
  stored: undefined,
  name: '',
  type: 'base',
  fields: [],
  indexes: [],
  rules: { ...adminsOnly, manageRule: null },
  lockedTexts: {},
  auth: newAuth,
  query: '',
}

const storedField = (field: Field): EditedField => ({ key: newKey(), field, stored: field, isRemoved: false })

export const namesByKey = (fields: readonly EditedField[]): ReadonlyMap<string, string> =>
  new Map(fields.map(({ key, field }) => [key, field.name]))

/** What the editor opens with: a stored collection as it is, or a blank one. */
export function startEdit(stored: Collection | undefined): EditedCollection {
  if (stored === undefined) return blank
  const { listRule, viewRule, createRule, updateRule, deleteRule } = stored
  const auth = stored.type === 'auth' ? authOptions.parse(stored.options) : newAuth
  const fields = stored.type === 'view' ? [] : stored.schema.map(storedField)
  const names = namesByKey(fields)
  return {
    ...blank,
    stored,
    name: stored.name,
    type: stored.type,
    fields,
    indexes: stored.indexes.map(written => ({ key: newKey(), written, names })),
    rules: { listRule, viewRule, createRule, updateRule, deleteRule, manageRule: auth.manageRule },
    auth,
    query: stored.type === 'view' ? viewOptions.parse(stored.options).query : '',
  }
}
