import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fingerprint, openFingerprint } from '../../harness/openFingerprint.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

const text = (id: string, name: string) => ({ id, name, type: 'text' })
const choice = (maxSelect: number) => ({
  id: 'step_choice',
  name: 'choice',
  type: 'select',
  options: { maxSelect, values: ['a', 'b'] },
})
const index = (name: string, column: string) => `CREATE INDEX \`${name}\` ON \`steps\` (\`${column}\`)`
const before = {
  name: 'steps',
  schema: [text('step_one', 'one'), text('step_two', 'two'), text('step_gone', 'gone'), choice(1)],
  indexes: [index('idx_step_one', 'one'), index('idx_step_choice', 'choice')],
}
/** A change with every kind of step. */
const change = {
  name: 'stepped',
  schema: [text('step_one', 'two'), text('step_two', 'one'), text('step_new', 'fresh'), choice(2)],
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

const execute = (sql: string) => {
  using database = new DatabaseSync(join(magazine.dataDir, 'data.db'), { timeout: 30_000 })
  database.exec(sql)
}

const raise = "BEGIN SELECT RAISE(ABORT, 'obstacle'); END"

test.each([
  ['the row', `CREATE TRIGGER obstacle BEFORE UPDATE ON _collections ${raise}`, 'DROP TRIGGER obstacle'],
  ['the renamed table', 'CREATE TABLE stepped (a)', 'DROP TABLE stepped'],
  ['the removed column', 'CREATE VIEW obstacle AS SELECT gone FROM steps', 'DROP VIEW obstacle'],
  ['the exchanged names', 'CREATE VIEW obstacle AS SELECT lost FROM nowhere', 'DROP VIEW obstacle'],
  ['the new column', 'ALTER TABLE steps ADD COLUMN Fresh', 'ALTER TABLE steps DROP COLUMN Fresh'],
  [
    'the conversion to multiple values, while the views are dropped',
    `CREATE TRIGGER obstacle BEFORE UPDATE ON steps WHEN OLD.choice = 'b' ${raise}`,
    'DROP TRIGGER obstacle',
  ],
  ['the last index', 'CREATE TABLE obstacle (a); CREATE INDEX idx_step_fresh_of ON obstacle (a)', 'DROP TABLE obstacle'],
])('a change that fails at %s changes nothing', async (what, obstacle, removal) => {
  execute(obstacle)
  const taken = fingerprint.take()
  const body = what === 'the last index' ? { ...change, indexes: [...change.indexes, index('sqlite_mine', 'fresh')] } : change
  const { status, json } = await magazine.ask('PATCH', '/steps', body)
  expect([status, json.message]).toEqual([400, 'Failed to update the collection.'])
  expect(fingerprint.take()).toEqual(taken)
  const { items } = await magazine.change('GET', '/steps/records?sort=created&fields=one,two,gone,choice')
  expect(items).toEqual(['a', 'b', ''].map(choice => ({ one: '1', two: '2', gone: '3', choice })))
  execute(removal)
})

test('the same change succeeds without obstacles', async () => {
  await magazine.change('PATCH', '/steps', change)
  const { items } = await magazine.change('GET', '/stepped/records?sort=created&fields=one,two,fresh,choice')
  expect(items).toEqual([['a'], ['b'], []].map(choice => ({ one: '2', two: '1', fresh: '', choice })))
})
