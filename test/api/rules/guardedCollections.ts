import type { Preparation } from '../../harness/copySample.ts'

export const bob = 'bob000000000001'
export const alice = 'alice0000000001'
export const erin = 'erin00000000001'
export const frank = 'frank0000000001'

/** The records that each rule guards. */
export const guarded = [
  { id: 'of_bob000000000', owner: bob, members: [bob, erin], paper: 'paper.txt', sealed: 'sealed.txt' },
  { id: 'of_alice0000000', owner: alice, members: [alice], paper: '', sealed: '' },
  { id: 'of_nobody000000', owner: '', members: [], paper: '', sealed: '' },
  { id: 'of_frank0000000', owner: frank, members: [frank, bob], paper: '', sealed: '' },
] as const

/** The record that is viewed, updated and deleted. */
export const target = guarded[0]

export function collectionId(position: number): string {
  return `matrix${position}`.padEnd(15, '_')
}
export function collectionName(position: number): string {
  return `matrix_${position}`
}

/** Name of a public collection whose single record refers to all guarded records. */
export const holderPath = '/api/collections/matrix_holder/records/holder000000000'

const field = (name: string, type: string, options: object) => ({
  system: false,
  id: `field_${name}`,
  name,
  type,
  required: false,
  presentable: false,
  unique: false,
  options,
})

const relation = (name: string, to: string, maxSelect: number | null) =>
  field(name, 'relation', { collectionId: to, cascadeDelete: false, minSelect: null, maxSelect, displayFields: null })

const file = (name: string, isProtected: boolean) =>
  field(name, 'file', { mimeTypes: [], thumbs: [], maxSelect: 1, maxSize: 5242880, protected: isProtected })

const quote = (text: string | null): string => (text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`)

const ownColumns = `id TEXT PRIMARY KEY NOT NULL, created TEXT DEFAULT (strftime('%Y-%m-%d %H:%M:%fZ')) NOT NULL,
  updated TEXT DEFAULT (strftime('%Y-%m-%d %H:%M:%fZ')) NOT NULL`

const insertCollection = (id: string, name: string, schema: object[], rule: string | null): string =>
  `INSERT INTO _collections (id, type, name, schema, listRule, viewRule, createRule, updateRule, deleteRule)
    VALUES ('${id}', 'base', '${name}', ${quote(JSON.stringify(schema))}, ${Array(5).fill(quote(rule)).join()});`

const guardedSchema = [
  field('state', 'text', { min: null, max: null, pattern: '' }),
  relation('owner', '_pb_users_auth_', 1),
  relation('members', '_pb_users_auth_', null),
  file('paper', false),
  file('sealed', true),
]

function guardedCollection(rule: string | null, position: number): string {
  const name = collectionName(position)
  const rows = guarded.map(
    ({ id, owner, members, paper, sealed }) =>
      `('${id}', 'open', '${owner}', '${JSON.stringify(members)}', '${paper}', '${sealed}')`,
  )
  return `CREATE TABLE ${name} (${ownColumns}, state TEXT DEFAULT '' NOT NULL, owner TEXT DEFAULT '' NOT NULL,
      members JSON DEFAULT '[]' NOT NULL, paper TEXT DEFAULT '' NOT NULL, sealed TEXT DEFAULT '' NOT NULL);
    INSERT INTO ${name} (id, state, owner, members, paper, sealed) VALUES ${rows.join()};
    ${insertCollection(collectionId(position), name, guardedSchema, rule)}`
}

function holdingCollection(positions: readonly number[]): string {
  const names = positions.map(position => `to_${position}`)
  const ids = quote(JSON.stringify(guarded.map(({ id }) => id)))
  const schema = positions.map(position => relation(`to_${position}`, collectionId(position), null))
  return `CREATE TABLE matrix_holder (${ownColumns}, ${names.map(name => `${name} JSON DEFAULT '[]' NOT NULL`).join()});
    INSERT INTO matrix_holder (id, ${names.join()}) VALUES ('holder000000000', ${names.map(() => ids).join()});
    ${insertCollection('matrixholder___', 'matrix_holder', schema, '')}`
}

/** Creates one collection for each rule, and a collection whose record refers to the records of all. */
export function guardedCollections(rules: readonly (string | null)[]): Preparation[] {
  return [
    ...rules.map((rule, position) => ({ sql: guardedCollection(rule, position) })),
    { sql: holdingCollection([...rules.keys()]) },
  ]
}
