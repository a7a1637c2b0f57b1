import type { Field, FieldTypeName } from '@coffer/fields'
import { type AuthCollection, adminsOnly, type BaseCollection, type Collection, type ViewCollection } from '@coffer/schema'

/** Creates a field for tests. */
export function exampleField(name: string, type: FieldTypeName, rest: Partial<Field> = {}): Field {
  return { id: `id_${name}`, name, type, system: false, required: false, presentable: false, unique: false, options: {}, ...rest }
}

const common = {
  created: '',
  updated: '',
  system: false,
  indexes: [],
  ...adminsOnly,
}

/** Creates a base collection for tests. */
export function exampleBase(name: string, schema: Field[]): BaseCollection {
  return { ...common, id: `id_${name}`, name, type: 'base', schema, options: {} }
}

export function exampleAuth(name: string, schema: Field[]): AuthCollection {
  const options = {
    allowEmailAuth: true,
    allowOAuth2Auth: true,
    allowUsernameAuth: true,
    exceptEmailDomains: null,
    manageRule: null,
    minPasswordLength: 8,
    onlyEmailDomains: null,
    onlyVerified: false,
    requireEmail: false,
  }
  return { ...common, id: `id_${name}`, name, type: 'auth', schema, options }
}

export function exampleView(name: string, query: string, schema: Field[]): ViewCollection {
  return { ...common, id: `id_${name}`, name, type: 'view', schema, options: { query }, dates: [] }
}

const relation = (collectionId: string) => ({ options: { collectionId, cascadeDelete: false, minSelect: null, maxSelect: 1 } })

/** Posts with authors, users and a view. */
export const exampleCollections: Collection[] = [
  exampleBase('authors', [exampleField('name', 'text', { presentable: true }), exampleField('rank', 'number')]),
  exampleBase('posts', [
    exampleField('title', 'text'),
    exampleField('body', 'editor', { options: { convertUrls: false } }),
    exampleField('author', 'relation', relation('id_authors')),
  ]),
  exampleAuth('users', [exampleField('name', 'text')]),
  exampleView('totals', 'select id, name from authors', [exampleField('name', 'text')]),
]
