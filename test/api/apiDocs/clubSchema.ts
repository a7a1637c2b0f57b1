import { type Field, type FieldTypeName, fieldTypes } from '@coffer/fields'
import type { AuthCollection, Collection, Rule } from '@coffer/schema'

const field = (name: string, type: FieldTypeName, options: object = {}, required = false): Field => ({
  id: `club_${name}`,
  name,
  type,
  required,
  system: false,
  presentable: false,
  unique: false,
  options: { ...fieldTypes[type].options.parse(options) },
})

const required = (name: string, type: FieldTypeName, options: object = {}): Field => field(name, type, options, true)

const relation = (collection: string, maxSelect: number | null = 1, minSelect: number | null = null) => ({
  collectionId: `club${collection.padEnd(11, '0')}`,
  cascadeDelete: false,
  minSelect,
  maxSelect,
})

interface Rules {
  list?: Rule
  view?: Rule
  create?: Rule
  update?: Rule
  delete?: Rule
}

function shared(name: string, schema: Field[], rules: Rules, indexes: string[]) {
  const { list = '', view = '', create = null, update = null, delete: deleteRule = null } = rules
  return {
    id: `club${name.padEnd(11, '0')}`,
    name,
    system: false,
    schema,
    indexes,
    created: '',
    updated: '',
    listRule: list,
    viewRule: view,
    createRule: create,
    updateRule: update,
    deleteRule,
  }
}

const base = (name: string, schema: Field[], rules: Rules, indexes: string[] = []): Collection => ({
  ...shared(name, schema, rules, indexes),
  type: 'base',
  options: {},
})

const auth = (name: string, schema: Field[], options: Partial<AuthCollection['options']>, rules: Rules): Collection => ({
  ...shared(name, schema, rules, []),
  type: 'auth',
  options: {
    allowEmailAuth: false,
    allowOAuth2Auth: false,
    allowUsernameAuth: false,
    manageRule: null,
    minPasswordLength: 8,
    exceptEmailDomains: null,
    onlyEmailDomains: null,
    onlyVerified: false,
    requireEmail: false,
    ...options,
  },
})

const signedIn = '@request.auth.id != ""'

/** Collections whose rules have forms that do not occur in the magazine. */
export const clubSchema: Collection[] = [
  base('teams', [required('name', 'text', { min: 12, max: 14 })], {
    view: 'id = @request.auth.team',
    create: '@request.auth.collectionName = "staff" && @request.auth.level >= 2',
    update: '@request.auth.team = id',
    delete: '@request.auth.level > 1 && members_via_team.id = ""',
  }),
  auth(
    'members',
    [field('role', 'select', { maxSelect: 1, values: ['guest', 'editor'] }), field('team', 'relation', relation('teams'))],
    { allowUsernameAuth: true, minPasswordLength: 16 },
    {
      list: `${signedIn} && @request.auth.team = team`,
      view: signedIn,
      create: '@request.data.invitation = "open" && @request.data.role:isset = false && @request.data.username ~ "member_%"',
      update: 'id = @request.auth.id && @request.data.role:isset = false',
      delete: '@request.auth.role = "editor"',
    },
  ),
  auth(
    'staff',
    [required('level', 'number', { min: 1, max: 3 })],
    { allowEmailAuth: true, requireEmail: true, onlyEmailDomains: ['club.example'] },
    { list: null, view: 'id = @request.auth.id' },
  ),
  base(
    'profiles',
    [
      required('member', 'relation', relation('members')),
      field('about', 'editor'),
      field('site', 'url', { onlyDomains: ['a.example'] }),
    ],
    {
      list: signedIn,
      view: `${signedIn} && member = @request.auth.id`,
      create: `${signedIn} && @request.auth.id = member.id`,
      update: 'member = @request.auth.id && @request.data.member:isset = false',
      delete: '@request.auth.id = member',
    },
    ['CREATE UNIQUE INDEX `club_member` ON `profiles` (`member`)'],
  ),
  base(
    'articles',
    [
      required('title', 'text', { min: 5, max: 7 }),
      required('sku', 'text', { pattern: '^[A-Z]{3}-\\d{4}$' }),
      required('status', 'select', { maxSelect: 1, values: ['published', 'draft'] }),
      required('author', 'relation', relation('members')),
      field('team', 'relation', relation('teams')),
      field('reviewers', 'relation', relation('members', 4, 2)),
    ],
    {
      create: `${signedIn} && author = @request.auth.id && @request.data.status = "draft" && team = @request.auth.team && reviewers:length >= 2`,
      update: '@request.auth.role = "editor" && @request.data.status = "published" && author.id = @request.auth.id',
      delete: `${signedIn} && reviewers ~ @request.auth.id`,
    },
    ['CREATE UNIQUE INDEX `club_sku` ON `articles` (`sku`, `author`)'],
  ),
  base('events', [field('open', 'bool'), field('hosts', 'relation', relation('members', null)), field('kind', 'text')], {
    list: '@request.query.kind:isset = true && kind = ""',
    view: '@request.auth.id = ""',
    create: '@request.headers.x_club_key = "let-me-in" && open = true && @request.method = "POST"',
    update: '@request.query.key = "abc" && @request.headers.x_club_key != ""',
    delete: '@request.method = "DELETE" && hosts.id ?= @request.auth.id',
  }),
  base(
    'bookings',
    [
      required('event', 'relation', relation('events')),
      required('seats', 'number', { max: 4, noDecimal: true }),
      required('day', 'date'),
      field('note', 'text', { max: 20 }),
      field('kinds', 'select', { maxSelect: 3, values: ['vip', 'child', 'adult', 'senior'] }),
      required('extra', 'json', { maxSize: 2000 }),
      required('ticket', 'file', { maxSelect: 1, maxSize: 1_000_000, mimeTypes: ['text/plain'] }),
      field('photo', 'file', { maxSelect: 1, maxSize: 1_000_000, mimeTypes: ['image/png'] }),
      required('agreed', 'bool'),
    ],
    {
      create:
        `${signedIn} && seats >= 2 && seats != 4 && day > @now && note ~ "thanks" && @request.data.kinds:length = 2 && ` +
        '@request.data.kinds:each != "vip" && event.open = true && event.hosts ~ @request.auth.id && photo != ""',
      update: '@request.data.seats < 4 && @request.data.seats:isset = true && (note != "" || kinds:length > 9)',
      delete: '@request.data.seats:isset = false',
    },
  ),
  base('polls', [field('question', 'text'), field('answer', 'text'), field('votes', 'number')], {
    view: 'question = answer',
    create: '@collection.members.id ?= @request.auth.id && @collection.members.role ?= "editor"',
    update: 'question = answer || (@request.auth.id = "" && @request.auth.level > 2)',
    delete: Array.from({ length: 6 }, (_, n) => `(votes >= ${n} || question = "${n}")`).join(' && '),
  }),
]
