import type { Settings } from '../../settings/Settings.ts'
import { toNewerAuthKeys } from '../auth/cofferAuth.ts'
import type { AuthCollection, Collection } from '../Collection.ts'
import { ruleNames } from '../CollectionDraft.ts'
import { toNewerField } from './toNewerField.ts'
import { toNewerRule } from './translateRule.ts'

const system = { help: '', hidden: false, presentable: false, system: true } as const
const text = { autogeneratePattern: '', max: 0, min: 0, pattern: '', primaryKey: false, type: 'text' } as const

const idField = (isView: boolean) => ({
  ...system,
  ...text,
  ...(isView ? {} : { autogeneratePattern: '[a-z0-9]{15}', max: 15, min: 15 }),
  id: 'text3208210256',
  name: 'id',
  pattern: '^[a-z0-9]+$',
  primaryKey: true,
  required: true,
})

const date = { hidden: false, presentable: false, system: false, type: 'autodate', onCreate: true }
const dateFields = [
  { ...date, id: 'autodate2990389176', name: 'created', onUpdate: false },
  { ...date, id: 'autodate3332085495', name: 'updated', onUpdate: true },
] as const

const authFields = ({ options }: AuthCollection) => [
  {
    ...system,
    cost: 10,
    hidden: true,
    id: 'password901924565',
    max: 0,
    min: options.minPasswordLength,
    name: 'password',
    pattern: '',
    required: true,
    type: 'password',
  },
  {
    ...system,
    ...text,
    autogeneratePattern: '[a-zA-Z0-9_]{50}',
    hidden: true,
    id: 'text2504183744',
    max: 60,
    min: 30,
    name: 'tokenKey',
    required: true,
  },
  {
    ...system,
    exceptDomains: options.exceptEmailDomains,
    id: 'email3885137012',
    name: 'email',
    onlyDomains: options.onlyEmailDomains,
    required: options.requireEmail,
    type: 'email',
  },
  { ...system, id: 'bool1547992806', name: 'emailVisibility', required: false, type: 'bool' },
  { ...system, id: 'bool256245529', name: 'verified', required: false, type: 'bool' },
  {
    ...system,
    ...text,
    autogeneratePattern: 'users[0-9]{6}',
    id: 'text4166911607',
    max: 150,
    min: 3,
    name: 'username',
    pattern: '^[\\w][\\w\\.\\-]*$',
    required: true,
    system: false,
  },
]

/** Returns what newer servers keep with an auth collection, and this one partly in the settings: without any secret. */
function authKeys({ options }: AuthCollection, settings: Settings): Record<string, unknown> {
  const { manageRule } = options
  return {
    manageRule: toNewerRule(manageRule),
    ...toNewerAuthKeys(options, settings),
  }
}

const authIndexes = ({ id, name }: AuthCollection) => [
  `CREATE UNIQUE INDEX \`_${id}_username_idx\` ON \`${name}\` (username COLLATE NOCASE)`,
  `CREATE UNIQUE INDEX \`_${id}_email_idx\` ON \`${name}\` (\`email\`) WHERE \`email\` != ''`,
  `CREATE UNIQUE INDEX \`_${id}_tokenKey_idx\` ON \`${name}\` (\`tokenKey\`)`,
]

/** Returns a collection in the format of PocketBase 0.23 and later: fields and options beside the other keys, without secrets. */
export function toNewerCollection(collection: Collection, settings: Settings): Record<string, unknown> {
  const { id, name, type, created, updated } = collection
  const isView = type === 'view'
  const dates = dateFields.filter(({ name: date }) =>
    isView ? collection.dates.includes(date) : !collection.omittedDates?.includes(date),
  )
  const rules = Object.fromEntries(ruleNames.map(rule => [rule, toNewerRule(collection[rule])]))
  return {
    id,
    ...rules,
    name,
    type,
    fields: [
      idField(isView),
      ...(type === 'auth' ? authFields(collection) : []),
      ...collection.schema.map(toNewerField),
      ...dates,
    ],
    indexes: type === 'auth' ? [...authIndexes(collection), ...collection.indexes] : collection.indexes,
    created,
    updated,
    system: collection.system,
    ...(type === 'auth' ? authKeys(collection, settings) : {}),
    ...(isView ? { viewQuery: collection.options.query } : {}),
  }
}
