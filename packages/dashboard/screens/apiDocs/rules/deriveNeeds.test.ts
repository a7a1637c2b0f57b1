import { type Field, type FieldTypeName, fieldTypes } from '@coffer/fields'
import { type AuthCollection, adminsOnly, type BaseCollection, type Rule } from '@coffer/schema'
import { expect, test } from 'vitest'
import { deriveNeeds } from './deriveNeeds.ts'
import type { Action, FieldNeed } from './RuleNeeds.ts'

const field = (name: string, type: FieldTypeName, options: object = {}): Field => ({
  id: name,
  name,
  type,
  required: false,
  system: false,
  presentable: false,
  unique: false,
  options: { ...fieldTypes[type].options.parse(options) },
})

const relation = (name: string, collectionId: string): Field => field(name, 'relation', { collectionId, maxSelect: 1 })

const shared = { created: '', updated: '', system: false, indexes: [], ...adminsOnly }

const base = (name: string, schema: Field[]): BaseCollection => ({ ...shared, id: name, name, type: 'base', options: {}, schema })

const auth = (name: string, schema: Field[]): AuthCollection => ({
  ...shared,
  id: name,
  name,
  type: 'auth',
  schema,
  options: {
    allowEmailAuth: true,
    allowOAuth2Auth: false,
    allowUsernameAuth: false,
    manageRule: null,
    minPasswordLength: 8,
    exceptEmailDomains: null,
    onlyEmailDomains: null,
    onlyVerified: false,
    requireEmail: false,
  },
})

const users = auth('users', [field('role', 'text')])
const clients = auth('clients', [field('plan', 'text'), relation('agent', 'users')])
const posts = base('posts', [
  field('title', 'text'),
  field('status', 'text'),
  field('tags', 'select', { maxSelect: 3, values: ['a', 'b'] }),
  field('open', 'bool'),
  field('cover', 'file', { maxSelect: 1 }),
  relation('author', 'users'),
  relation('client', 'clients'),
  relation('parent', 'posts'),
])
const collections = [posts, users, clients]

/** Formats a need in one line. */
const summary = ({ isSent, requesterKey, tests, related }: FieldNeed): string =>
  [
    ...(isSent === undefined ? [] : [isSent ? 'sent' : 'not sent']),
    ...(requesterKey === undefined ? [] : [`requester.${requesterKey}`]),
    ...tests.map(({ operator, any, modifier, wanted }) =>
      [...(modifier ? [modifier] : []), (any ? '?' : '') + operator, JSON.stringify(wanted)].join(' '),
    ),
    ...related.map(condition => `where ${condition}`),
  ].join(', ')

function derive(rule: Rule, action: Action, collection: BaseCollection | AuthCollection = posts) {
  const { signIn, fields, ...needs } = deriveNeeds(rule, { action, collection, collections })
  const who = signIn === 'admin' ? 'admin' : signIn?.name
  const sent = Object.fromEntries([...fields].map(([name, need]) => [name, summary(need)]))
  const all = { ...needs, fields: sent, isOwnRecord: needs.isOwnRecord || undefined }
  const isAsked = (value: unknown) => value !== undefined && (typeof value !== 'object' || Object.keys(value ?? {}).length > 0)
  return { who, ...Object.fromEntries(Object.entries(all).filter(([, value]) => isAsked(value))) }
}

test.each<[Rule, Action, object]>([
  [null, 'create', { who: 'admin' }],
  ['', 'create', {}],
  ['  ', 'view', {}],
  ['@request.auth.id != ""', 'create', { who: 'users' }],
  ['@request.auth.id = ""', 'create', {}],
  ['@request.auth.collectionName = "clients"', 'view', { who: 'clients' }],
  ['@request.auth.collectionId = "clients"', 'view', { who: 'clients' }],
  ['@request.auth.role = "editor"', 'update', { who: 'users', account: ['role = "editor"'] }],
  ['@request.auth.plan != "free"', 'update', { who: 'clients', account: ['plan != "free"'] }],
  ['@request.auth.agent.role = "editor"', 'view', { who: 'clients', account: ['agent.role = "editor"'] }],
  // The auth collection follows from the field that is compared with the id.
  ['client = @request.auth.id', 'view', { who: 'clients', record: ['client = @request.auth.id'] }],
  ['client.agent.id = @request.auth.id', 'view', { who: 'users', record: ['client.agent.id = @request.auth.id'] }],
  ['id = @request.auth.id', 'delete', { who: 'users', isOwnRecord: true }],
  ['@request.auth.id = client', 'list', { who: 'clients' }],
  // Sent values.
  ['author = @request.auth.id', 'create', { who: 'users', fields: { author: 'requester.id' } }],
  ['author.id = @request.auth.id', 'create', { who: 'users', fields: { author: 'requester.id' } }],
  ['author ~ @request.auth.id', 'create', { who: 'users', fields: { author: 'requester.id' } }],
  ['@request.data.client = @request.auth.id', 'update', { who: 'clients', fields: { client: 'requester.id' } }],
  ['title = @request.auth.plan', 'create', { who: 'clients', fields: { title: 'requester.plan' } }],
  ['@request.data.status = "draft"', 'update', { fields: { status: '= "draft"' } }],
  ['"draft" = status && title != ""', 'create', { fields: { status: '= "draft"', title: '!= ""' } }],
  ['@request.data.status:isset = false', 'update', { fields: { status: 'not sent' } }],
  ['@request.data.status:isset = true', 'create', { fields: { status: 'sent' } }],
  ['@request.data.tags:each != "a" && tags:length > 1', 'create', { fields: { tags: 'each != "a", length > 1' } }],
  ['@request.data.invitation = "open"', 'create', { fields: { invitation: '= "open"' } }],
  ['open = true && cover != ""', 'create', { fields: { open: '= true', cover: '!= ""' } }],
  ['parent.status = "open"', 'create', { fields: { parent: 'sent, where status = "open"' } }],
  ['@request.data.parent.status = "open"', 'update', { fields: { parent: 'sent, where status = "open"' } }],
  [
    '@request.auth.id = parent.author.id',
    'create',
    { who: 'users', fields: { parent: 'sent, where @request.auth.id = author.id' } },
  ],
  // Conditions on the record. Lists are filtered instead.
  ['status = "open"', 'view', { record: ['status = "open"'] }],
  ['status = "open"', 'list', {}],
  ['status = title', 'delete', { record: ['status = title'] }],
  // Parameters and headers.
  ['@request.query.force:isset = true', 'delete', { query: { force: '1' } }],
  ['@request.query.key = "abc" && @request.query.other:isset = false', 'view', { query: { key: 'abc' } }],
  ['@request.headers.x_key != ""', 'list', { headers: { x_key: '1' } }],
  ['@request.method = "POST" && @request.context != "oauth2"', 'create', {}],
  // The simplest of several alternatives.
  ['open = true || @request.auth.id != ""', 'view', { record: ['open = true'] }],
  ['@request.auth.role = "chief" || author = @request.auth.id', 'view', { who: 'users', record: ['author = @request.auth.id'] }],
  ['@request.data.status:isset = false || @request.data.status = "draft"', 'create', { fields: { status: 'not sent' } }],
  ['@request.method = "GET" || title = "a"', 'create', { fields: { title: '= "a"' } }],
  // Parts that nothing can be derived from are returned.
  [
    '@collection.clients.id ?= @request.auth.id',
    'view',
    { who: 'clients', underived: ['@collection.clients.id ?= @request.auth.id'] },
  ],
  ['status = title', 'create', { underived: ['status = title'] }],
  ['author != @request.auth.id', 'create', { who: 'users', underived: ['author != @request.auth.id'] }],
  ['@request.data.cover:isset = true', 'create', { underived: ['@request.data.cover:isset = true'] }],
  ['@request.data.verified = true', 'create', { underived: ['@request.data.verified = true'] }],
  ['missing = 1', 'create', { underived: ['missing = 1'] }],
  ['@request.query.n > 3', 'view', { underived: ['@request.query.n > 3'] }],
  ['@request.auth.id = "" && @request.auth.id != ""', 'view', { who: 'users', underived: ['@request.auth.id = ""'] }],
  ['@request.auth.id !=', 'view', { who: 'users', underived: ['@request.auth.id !='] }],
])('deriveNeeds of the rule %j for %s returns %j', (rule, action, needs) => {
  expect(derive(rule, action)).toEqual({ who: undefined, ...needs })
})

test('for a rule of an auth collection, its own records sign in by default', () => {
  expect(derive('@request.auth.id != ""', 'view', clients)).toEqual({ who: 'clients' })
  expect(derive('id = @request.auth.id && email != ""', 'update', clients)).toEqual({
    who: 'clients',
    isOwnRecord: true,
    record: ['email != ""'],
  })
  expect(derive('email ~ "@a.example" && username != "root"', 'create', clients)).toEqual({
    who: undefined,
    fields: { email: '~ "@a.example"', username: '!= "root"' },
  })
})

test('an auth collection with password sign-in is preferred, then one that the records reference', () => {
  const silent = { ...users, id: 'silent', name: 'silent', options: { ...users.options, allowEmailAuth: false } }
  const signInOf = (...all: AuthCollection[]) => {
    const { signIn } = deriveNeeds('@request.auth.id != ""', { action: 'view', collection: posts, collections: [posts, ...all] })
    return signIn === 'admin' ? signIn : signIn?.name
  }
  const strangers = { ...users, id: 'strangers', name: 'strangers' }
  expect(signInOf(silent, strangers, clients)).toBe('clients')
  expect(signInOf(silent, strangers)).toBe('strangers')
  expect(signInOf(silent)).toBe('silent')
})

test('an admin signs in if there is no auth collection', () => {
  expect(deriveNeeds('@request.auth.id != ""', { action: 'view', collection: posts, collections: [posts] }).signIn).toBe('admin')
})

test('a rule with too many alternatives is returned unchanged', () => {
  const rule = Array.from({ length: 100 }, (_, n) => `(status = "${n}" || title = "${n}")`).join(' && ')
  expect(derive(rule, 'create')).toEqual({ who: undefined, underived: [rule] })
})
