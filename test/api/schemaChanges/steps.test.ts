import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeDatabase } from '../../harness/changeDatabase.ts'
import { databaseOfRun } from '../../harness/copySample.ts'
import { failWrites } from '../../harness/failWrites.ts'
import { type Fingerprint, openFingerprint } from '../../harness/openFingerprint.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'
import { choice, text } from './fields.ts'

const index = (name: string, column: string) => `CREATE INDEX \`${name}\` ON \`steps\` (\`${column}\`)`
const before = {
  name: 'steps',
  schema: [text('step_one', 'one'), text('step_two', 'two'), text('step_gone', 'gone'), choice('step_choice', 'choice', 1)],
  indexes: [index('idx_step_one', 'one'), index('idx_step_choice', 'choice')],
}
/** A change with every kind of step. */
const change = {
  name: 'stepped',
  schema: [text('step_one', 'two'), text('step_two', 'one'), text('step_new', 'fresh'), choice('step_choice', 'choice', 2)],
  indexes: [index('idx_step_one', 'one'), index('idx_step_fresh', 'fresh')],
}

let magazine: ServedMagazine
let fingerprint: Fingerprint
beforeAll(async () => {
  magazine = await serveMagazine()
  await magazine.change('POST', '', before)
  await magazine.change('POST', '', { name: 'step_view', type: 'view', options: { query: 'select id, one, choice from steps' } })
  for (const choice of ['a', 'b', '']) await magazine.change('POST', '/steps/records', { one: '1', two: '2', gone: '3', choice })
  fingerprint = openFingerprint(magazine.dataDir)
})
afterAll(async () => {
  fingerprint.close()
  await magazine.close()
})

const execute = (sql: string) => changeDatabase(magazine.dataDir, 'data', sql)

/** Returns a function that executes one statement, and returns a function that executes another one to revert it. */
const executing = (sql: string, removal: string) => async () => {
  await execute(sql)
  return () => execute(removal)
}
const failingUpdates =
  (table: string, when = '1 = 1') =>
  () =>
    failWrites(magazine.dataDir, { name: 'obstacle', moment: 'UPDATE', table, when })

type Obstacle = [what: string, place: () => Promise<() => Promise<void>>]

/** PostgreSQL does not create a view of a table that does not exist. */
const onlyOnSqlite: Obstacle[] = [
  ['the exchanged names', executing('CREATE VIEW obstacle AS SELECT lost FROM nowhere', 'DROP VIEW obstacle')],
]

test.each<Obstacle>([
  ['the row', failingUpdates('_collections')],
  ['the renamed table', executing('CREATE TABLE stepped (a TEXT)', 'DROP TABLE stepped')],
  ['the removed column', executing('CREATE VIEW obstacle AS SELECT gone FROM steps', 'DROP VIEW obstacle')],
  ...(databaseOfRun() === 'sqlite' ? onlyOnSqlite : []),
  ['the new column', executing('ALTER TABLE steps ADD COLUMN fresh TEXT', 'ALTER TABLE steps DROP COLUMN fresh')],
  ['the conversion to multiple values, while the views are dropped', failingUpdates('steps', "OLD.choice = 'b'")],
  [
    'the last index',
    executing('CREATE TABLE obstacle (a TEXT); CREATE INDEX idx_step_fresh_of ON obstacle (a)', 'DROP TABLE obstacle'),
  ],
])('a change that fails at %s changes nothing', async (what, place) => {
  const remove = await place()
  const taken = fingerprint.take()
  const body = what === 'the last index' ? { ...change, indexes: [...change.indexes, index('sqlite_mine', 'fresh')] } : change
  const { status, json } = await magazine.ask('PATCH', '/steps', body)
  expect([status, json.message]).toEqual([400, 'Failed to update the collection.'])
  expect(fingerprint.take()).toEqual(taken)
  const { items } = await magazine.change('GET', '/steps/records?sort=created&fields=one,two,gone,choice')
  expect(items).toEqual(['a', 'b', ''].map(choice => ({ one: '1', two: '2', gone: '3', choice })))
  await remove()
})

test('the same change succeeds without obstacles', async () => {
  await magazine.change('PATCH', '/steps', change)
  const { items } = await magazine.change('GET', '/stepped/records?sort=created&fields=one,two,fresh,choice')
  expect(items).toEqual([['a'], ['b'], []].map(choice => ({ one: '2', two: '1', fresh: '', choice })))
})
