import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'
import { choice, text } from './fields.ts'
import { storedTable } from './storedTable.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  const rows = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120000)
    INSERT INTO secrets (label) SELECT 'label ' || i FROM n`
  magazine = await serveMagazine('inline', [{ sql: rows }])
})
afterAll(() => magazine.close())

test('a change of case renames a field and a collection', async () => {
  await magazine.change('POST', '', { name: 'cased', schema: [text('cased_a', 'a')] })
  await magazine.change('POST', '/cased/records', { a: 'kept' })
  const changed = await magazine.change('PATCH', '/cased', { name: 'CASED', schema: [text('cased_a', 'A')] })
  expect(changed.name).toBe('CASED')
  const { items } = await magazine.change('GET', '/CASED/records?fields=A,collectionName')
  expect(items).toEqual([{ A: 'kept', collectionName: 'CASED' }])
})

test('fields can exchange names in a cycle', async () => {
  const names = ['a', 'b', 'c', 'd']
  const schema = (shift: number) => names.map((_, place) => text(`round_${place}`, names[(place + shift) % 4] ?? ''))
  await magazine.change('POST', '', { name: 'round', schema: schema(0) })
  await magazine.change('POST', '/round/records', { a: '0', b: '1', c: '2', d: '3' })
  await magazine.change('PATCH', '/round', { schema: schema(1) })
  expect((await magazine.change('GET', '/round/records?fields=a,b,c,d')).items).toEqual([{ a: '3', b: '0', c: '1', d: '2' }])
})

test('unchanged indexes are kept and others are rebuilt', async () => {
  const index = (name: string, column: string, table = 'indexed') => `CREATE INDEX \`${name}\` ON \`${table}\` (\`${column}\`)`
  const schema = [text('index_a', 'a'), text('index_b', 'b'), choice('index_c', 'c', 1)]
  const indexes = [
    index('idx_in_a', 'a'),
    index('idx_in_b', 'b'),
    index('idx_in_c', 'c'),
    'CREATE INDEX `idx_in_e` ON `indexed` (lower(a))',
  ]
  await magazine.change('POST', '', { name: 'indexed', schema, indexes })
  const indexOf = (name: string, table = 'indexed2') => storedTable(magazine, table).indexes.find(index => index.name === name)
  const names = ['idx_in_a', 'idx_in_b', 'idx_in_c', 'idx_in_e']
  const places = (table?: string) => names.map(name => indexOf(name, table)?.place)
  const areKept = (before: unknown[]) => places().map((place, at) => place === before[at])

  const first = places('indexed')
  // Creates tables in between, which reuse the freed pages.
  const fillGap = (turn: number) => magazine.change('POST', '', { name: `gap_${turn}`, schema: [text('gap_text', 'a')] })
  await magazine.change('PATCH', '/indexed', { listRule: '', name: 'indexed2' })
  expect(areKept(first), 'after a change of the rules and of the name').toEqual([true, true, true, true])

  await magazine.change('PATCH', '/indexed2', {
    schema: [text('index_a', 'aa'), text('index_b', 'b'), choice('index_c', 'c', 1)],
    indexes: [
      index('idx_in_a', 'aa'),
      index('idx_in_b', 'b'),
      index('idx_in_c', 'c'),
      'CREATE INDEX `idx_in_e` ON `indexed` (lower(aa))',
    ],
  })
  expect(areKept(first).slice(0, 3), 'after a change of a name').toEqual([true, true, true])
  expect(indexOf('idx_in_e')?.statement).toBe('CREATE INDEX `idx_in_e` ON `indexed2` (lower(aa))')

  await fillGap(1)
  await magazine.change('PATCH', '/indexed2', {
    schema: [text('index_a', 'b'), text('index_b', 'aa'), choice('index_c', 'c', 2)],
    indexes: indexes.slice(1, 3),
  })
  expect(names.map(name => indexOf(name)?.firstColumn)).toEqual([undefined, 'b', 'c', undefined])
})

test('an index name is released to the collection that claims it', async () => {
  const taking = { name: 'taking', schema: [text('taking_a', 'a')], indexes: ['create index idx_tags_name on taking (a)'] }
  await magazine.change('POST', '', taking)
  expect(storedTable(magazine, 'taking').indexes).toMatchObject([{ name: 'idx_tags_name' }])
})

test('a long change logs its steps', async () => {
  const schema = [
    { id: 'sec_labl', name: 'label', type: 'text' },
    { id: 'sec_pay0', name: 'payload', type: 'json', options: { maxSize: 5000 } },
    choice('sec_choice', 'choice', 1),
  ]
  await magazine.change('PATCH', '/secrets', { schema, indexes: ['CREATE INDEX idx_label ON secrets (label)'] })
  await magazine.change('PATCH', '/secrets', { schema: [schema[0], choice('sec_choice', 'choice', 2)] })
  const query = new URLSearchParams({ filter: "message ~ 'The table of%'", sort: 'rowid' })
  const readLog = async () => {
    const { json } = await askApi(magazine.port, 'GET', `/api/logs?${query}`, { token: magazine.admin })
    return (json.items as { message: string }[]).map(({ message }) => message)
  }
  await expect
    .poll(readLog)
    .toEqual([
      'The table of secrets: building the index idx_label',
      'The table of secrets: dropping the column payload',
      'The table of secrets: converting the values of choice, 0 records done',
      'The table of secrets: dropping the former column choice',
    ])
})
