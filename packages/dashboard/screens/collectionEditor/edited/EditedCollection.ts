import type { Field } from '@coffer/fields'
import {
  type AuthOptions,
  adminsOnly,
  authOptions,
  type CofferAuth,
  type Collection,
  type CollectionType,
  type MappedFields,
  type OwnProvider,
  type RecordTokenName,
  type Rule,
  type RuleTest,
  type TemplateName,
  viewOptions,
} from '@coffer/schema'

/** A field in the editor. */
export interface EditedField {
  /** Identifies the row while its name changes and it has no id yet. */
  key: string
  /** The field as it will be stored. The id of a new field is ''. */
  field: Field
  /** The stored field; undefined for a new one. */
  stored: Field | undefined
  /** Whether the next save deletes the field. */
  isRemoved: boolean
}

export interface EditedIndex {
  key: string
  /** The statement as written, possibly before fields or the collection were renamed. */
  written: string
  /** Field names at the time of writing, by row key. */
  names: ReadonlyMap<string, string>
}

export const ruleNames = ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule', 'manageRule'] as const

export type EditedRule = (typeof ruleNames)[number]

/** A collection's own token. Without a duration, it has the duration in the settings. The secret is only here until it is saved. */
interface EditedToken {
  secret: string
  duration: number | null
}

/** The options that PocketBase 0.22 does not have. Null makes a collection follow the settings again. */
export interface EditedCoffer extends Omit<Partial<CofferAuth>, 'oauth2' | 'templates' | 'tokens'> {
  oauth2?: { mappedFields: MappedFields; providers?: readonly OwnProvider[] | null }
  templates?: { readonly [Name in TemplateName]?: { subject: string; body: string } | null }
  tokens?: { readonly [Name in RecordTokenName]?: EditedToken | null }
}

type EditedAuth = Omit<AuthOptions, 'manageRule' | 'coffer'> & { coffer?: EditedCoffer }

/** A collection in the editor. Keeps the values that only one type has while another type is selected. */
export interface EditedCollection {
  /** The stored collection; undefined for a new one. */
  stored: Collection | undefined
  name: string
  type: CollectionType
  fields: readonly EditedField[]
  indexes: readonly EditedIndex[]
  rules: Readonly<Record<EditedRule, Rule>>
  ruleTests: readonly RuleTest[]
  /** Text of each locked rule, to restore when it is unlocked. */
  lockedTexts: Readonly<Partial<Record<EditedRule, string>>>
  auth: Readonly<EditedAuth>
  query: string
}

/** Returns auth options as they are edited. */
function editedAuth(options: object): EditedAuth & Pick<AuthOptions, 'manageRule'> {
  const { coffer, ...older } = authOptions.parse(options)
  return { ...older, ...(coffer && { coffer: coffer as EditedCoffer }) }
}

const newAuth: EditedAuth & Pick<AuthOptions, 'manageRule'> = editedAuth({
  allowEmailAuth: true,
  allowOAuth2Auth: true,
  allowUsernameAuth: true,
  minPasswordLength: 8,
})

let lastKey = 0

/** Returns a unique row key. */
export function newKey(): string {
  return `row${++lastKey}`
}

const blank: EditedCollection = {
  stored: undefined,
  name: '',
  type: 'base',
  fields: [],
  indexes: [],
  rules: { ...adminsOnly, manageRule: null },
  ruleTests: [],
  lockedTexts: {},
  auth: newAuth,
  query: '',
}

const storedField = (field: Field): EditedField => ({ key: newKey(), field, stored: field, isRemoved: false })

export function namesByKey(fields: readonly EditedField[]): ReadonlyMap<string, string> {
  return new Map(fields.map(({ key, field }) => [key, field.name]))
}

/** Returns the initial state of the editor for a stored or a new collection. */
export function startEdit(stored: Collection | undefined): EditedCollection {
  if (stored === undefined) return blank
  const { listRule, viewRule, createRule, updateRule, deleteRule } = stored
  const auth = stored.type === 'auth' ? editedAuth(stored.options) : newAuth
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
    ruleTests: stored.ruleTests ?? [],
    auth,
    query: stored.type === 'view' ? viewOptions.parse(stored.options).query : '',
  }
}
