import type { Field, FieldTypeName } from '@coffer/fields'
import type { AuthCollection, BaseCollection, Collection, ViewCollection } from '../collections/Collection.ts'
import { adminsOnly } from '../collections/CollectionDraft.ts'

const common = { created: '', updated: '', system: false, indexes: [], ...adminsOnly }

const field = (name: string, type: FieldTypeName, options: Field['options'] = {}): Field => ({
  id: name,
  name,
  type,
  options,
  system: false,
  required: false,
  presentable: false,
  unique: false,
})

const relation = (name: string, to: string, maxSelect: number | null = 1): Field =>
  field(name, 'relation', { collectionId: `id_${to}`, cascadeDelete: false, minSelect: null, maxSelect })

const base = (name: string, schema: Field[]): BaseCollection => ({
  ...common,
  id: `id_${name}`,
  name,
  type: 'base',
  schema,
  options: {},
})

const users: AuthCollection = {
  ...common,
  id: 'id_users',
  name: 'users',
  type: 'auth',
  schema: [field('name', 'text'), field('role', 'select', { maxSelect: 1, values: ['writer', 'editor'] })],
  options: {
    allowEmailAuth: true,
    allowOAuth2Auth: true,
    allowUsernameAuth: true,
    manageRule: null,
    minPasswordLength: 8,
    exceptEmailDomains: null,
    onlyEmailDomains: null,
    onlyVerified: false,
    requireEmail: false,
  },
}

const totals: ViewCollection = {
  ...common,
  id: 'id_totals',
  name: 'totals',
  type: 'view',
  schema: [field('posts', 'number')],
  options: { query: 'SELECT id, count(*) AS posts FROM posts' },
  dates: [],
}

/** Collections of an example magazine, for tests. */
export const posts = base('posts', [
  field('title', 'text'),
  field('titleShort', 'text'),
  field('status', 'select', { maxSelect: 1, values: ['draft', 'in review', 'the "best"'] }),
  field('labels', 'select', { maxSelect: 3, values: ['news', 'long'] }),
  field('views', 'number'),
  field('isFeatured', 'bool'),
  field('publishedAt', 'date'),
  field('meta', 'json'),
  relation('author', 'authors'),
  relation('tags', 'tags', null),
])

export const magazine: readonly Collection[] = [
  posts,
  base('authors', [field('name', 'text'), field('rank', 'number'), relation('account', 'users'), relation('mentor', 'authors')]),
  base('tags', [field('name', 'text')]),
  base('comments', [field('text', 'text'), relation('post', 'posts'), relation('by', 'users')]),
  users,
  totals,
]
