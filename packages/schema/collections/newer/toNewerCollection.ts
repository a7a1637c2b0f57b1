import type { Settings } from '../../settings/Settings.ts'
import { toNewerAuthKeys } from '../auth/cofferAuth.ts'
import type { AuthCollection, Collection } from '../Collection.ts'
import { ruleNames } from '../CollectionDraft.ts'
import { authFields, dateFields, idField, usernameField } from './fixedFields.ts'
import { toNewerField } from './toNewerField.ts'
import { toNewerRule } from './translateRule.ts'

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
      ...(type === 'auth' ? [...authFields(collection.options), usernameField] : []),
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
