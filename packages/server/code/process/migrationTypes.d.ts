import type { BatchCollection, CollectionAccess, RecordData } from './moduleTypes.d.ts'

/** A rule: a filter, '' if everyone is allowed, null if only admins are. */
export type CollectionRule = string | null

/** The types of fields, with their options. */
export interface FieldOptions {
  text: { min?: number | null; max?: number | null; pattern?: string }
  editor: { convertUrls?: boolean }
  number: { min?: number | null; max?: number | null; noDecimal?: boolean }
  bool: Record<string, never>
  email: { exceptDomains?: string[] | null; onlyDomains?: string[] | null }
  url: { exceptDomains?: string[] | null; onlyDomains?: string[] | null }
  date: { min?: string; max?: string }
  select: { maxSelect: number; values: string[] }
  /** `maxSize` in bytes. */
  file: { maxSelect: number; maxSize: number; mimeTypes?: string[] | null; thumbs?: string[] | null; protected?: boolean }
  /** `collectionId` is the id of the collection that the field refers to. */
  relation: {
    collectionId: string
    cascadeDelete?: boolean
    minSelect?: number | null
    maxSelect?: number | null
    displayFields?: string[] | null
  }
  /** `maxSize` in bytes. */
  json: { maxSize: number }
  geoPoint: Record<string, never>
}

interface FieldBase {
  id?: string
  name: string
  system?: boolean
  required?: boolean
  presentable?: boolean
  unique?: boolean
  /** Whether only admins see, set, filter and sort by the value. A stored field stays hidden until this is false. */
  hidden?: boolean
}

/** A new field. The types select, file, relation and json need options. */
export type NewField = {
  [Type in keyof FieldOptions]: FieldBase & { type: Type } & (Record<string, never> extends FieldOptions[Type]
      ? { options?: FieldOptions[Type] }
      : { options: FieldOptions[Type] })
}[keyof FieldOptions]

/** Changes of a field, which is found by its id, or else by its name. Options that are left out stay as they are. */
export type FieldChange = Partial<FieldBase> & ({ id: string } | { name: string }) & { options?: Record<string, unknown> }

interface CollectionRules {
  listRule?: CollectionRule
  viewRule?: CollectionRule
  createRule?: CollectionRule
  updateRule?: CollectionRule
  deleteRule?: CollectionRule
}

interface CollectionParts extends CollectionRules {
  /** Statements that create indexes, such as `CREATE UNIQUE INDEX ...`. */
  indexes?: string[]
  ruleTests?: unknown[]
  /** Options such as `minPasswordLength` of an auth collection, or `query` of a view. */
  options?: Record<string, unknown>
}

export interface NewCollection extends CollectionParts {
  id?: string
  name: string
  type?: 'base' | 'auth' | 'view'
  system?: boolean
  /** The fields. A view has the columns of its query. */
  schema?: NewField[]
}

/** Changes of a collection. Keys that are left out stay as they are. */
export interface CollectionChanges extends CollectionParts {
  name?: string
  addFields?: NewField[]
  changeFields?: FieldChange[]
  /** The names or ids of fields, whose values are lost. */
  removeFields?: string[]
  /** The names or ids of all fields in their order. */
  fieldOrder?: string[]
}

/** A stored field. */
export interface StoredField {
  id: string
  name: string
  type: keyof FieldOptions
  system: boolean
  required: boolean
  presentable: boolean
  unique: boolean
  options: Record<string, unknown>
  /** Absent from fields that are not hidden. */
  hidden?: boolean
}

/** A stored collection. */
export interface StoredCollection extends Required<CollectionRules> {
  id: string
  name: string
  type: 'base' | 'auth' | 'view'
  system: boolean
  schema: StoredField[]
  indexes: string[]
  options: Record<string, unknown>
  ruleTests?: unknown[]
  created: string
  updated: string
}

/** The collections, by name or id. */
export interface CollectionChanger {
  getAll: () => Promise<StoredCollection[]>
  getOne: (collection: string) => Promise<StoredCollection>
  create: (collection: NewCollection) => Promise<StoredCollection>
  update: (collection: string, changes: CollectionChanges) => Promise<StoredCollection>
  /** Deletes a collection with its records. */
  delete: (collection: string) => Promise<void>
  /** Creates and changes collections to match a list. With `deleteMissing`, collections and fields that it lacks are deleted. */
  import: (collections: object[], options?: { deleteMissing?: boolean }) => Promise<void>
}

/** The parameter of `up` and `down`. Everything happens in one transaction, with the rights of the server. */
export interface Migration {
  collections: CollectionChanger
  /**
   * Records in the shape of the JavaScript SDK. They are not typed by collection, because the types describe today's collections,
   * which can differ from the collections when the migration runs.
   */
  data: {
    collection: (name: string) => CollectionAccess
    batch: () => { collection: (name: string) => BatchCollection; send: () => Promise<(RecordData | null)[]> }
  }
  settings: {
    /** Returns the settings. Secrets are masked. */
    get: () => Promise<Record<string, unknown>>
    update: (changes: Record<string, unknown>) => Promise<void>
  }
  /** Statements of the database, SQLite or PostgreSQL, with `{:name}` in place of values. */
  sql: {
    /** Returns the number of changed rows. */
    run: (statement: string, values?: Record<string, unknown>) => Promise<number>
    all: (statement: string, values?: Record<string, unknown>) => Promise<Record<string, unknown>[]>
  }
}
