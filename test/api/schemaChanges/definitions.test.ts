import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase } from '../../harness/queryDatabase.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  const rows = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120000)
    INSERT INTO secrets (label) SELECT 'label ' || i FROM n`
  magazine = await serveMagazine('inline', [{ sql: rows }])
})
afterAll(() => magazine.close())

const definitions = (table: string) =>
  magazine.query(`SELECT sql FROM sqlite_schema WHERE tbl_name = '${table}' AND sql IS NOT NULL ORDER BY type DESC, name`).flat()

const columnsOf = (table: string) =>
  magazine.query(`SELECT name, type, "notnull", dflt_value FROM pragma_table_info('${table}')`).map(row => row.join(' '))

const text = (id: string, name: string) => ({ id, name, type: 'text' })
const choice = (id: string, name: string, maxSelect: number) => ({
  id,
  name,
  type: 'select',
  options: { maxSelect, values: ['a', 'b'] },
})

const now = "TEXT DEFAULT (strftime('%Y-%m-%d %H:%M:%fZ')) NOT NULL"
const id = "TEXT PRIMARY KEY DEFAULT ('r'||lower(hex(randomblob(7)))) NOT NULL"

describe('new tables have the same definition as on a 0.22 server', () => {
  test('the table of a base collection with fields of all types equals that of a 0.22 server', async () => {
    const users = '_pb_users_auth_'
    await magazine.change('POST', '', {
      name: 'whole',
      schema: [
        ...['text', 'number', 'bool', 'email', 'url', 'date', 'editor'].map(type => ({ name: `the_${type}`, type })),
        { name: 'the_json', type: 'json', options: { maxSize: 5 } },
        choice('whole_one', 'One', 1),
        choice('whole_many', 'many', 2),
        { name: 'file', type: 'file', options: { maxSelect: 1, maxSize: 5 } },
        { name: 'files', type: 'file', options: { maxSelect: 2, maxSize: 5 } },
        { name: 'user', type: 'relation', options: { collectionId: users, maxSelect: 1 } },
        { name: 'users', type: 'relation', options: { collectionId: users } },
        { name: '_1', type: 'relation', options: { collectionId: users, maxSelect: 7 } },
        text('whole_nine', '9'),
      ],
      indexes: ['create unique index idx_whole on anything (`the_text` collate nocase desc, lower(the_url)) where the_text != 1'],
    })
    const plain = "TEXT DEFAULT '' NOT NULL"
    const list = "JSON DEFAULT '[]' NOT NULL"
    const columns = [
      `\`9\` ${plain}`,
      `\`One\` ${plain}`,
      `\`_1\` ${list}`,
      `\`created\` ${now}`,
      `\`file\` ${plain}`,
      `\`files\` ${list}`,
      `\`id\` ${id}`,
      `\`many\` ${list}`,
      '`the_bool` BOOLEAN DEFAULT FALSE NOT NULL',
      `\`the_date\` ${plain}`,
      `\`the_editor\` ${plain}`,
      `\`the_email\` ${plain}`,
      '`the_json` JSON DEFAULT NULL',
      '`the_number` NUMERIC DEFAULT 0 NOT NULL',
      `\`the_text\` ${plain}`,
      `\`the_url\` ${plain}`,
      `\`updated\` ${now}`,
      `\`user\` ${plain}`,
      `\`users\` ${list}`,
    ]
    expect(definitions('whole')).toEqual([
      `CREATE TABLE \`whole\` (${columns.join(', ')})`,
      'CREATE UNIQUE INDEX `idx_whole` ON `whole` (\n  `the_text` COLLATE nocase DESC,\n  lower(the_url)\n) WHERE the_text != 1',
    ])
  })

  test('the table of an auth collection equals that of a 0.22 server', async () => {
    await magazine.change('POST', '', { id: 'guests_00000001', name: 'guests', type: 'auth' })
    const columns = [
      `\`created\` ${now}`,
      "`email` TEXT DEFAULT '' NOT NULL",
      '`emailVisibility` BOOLEAN DEFAULT FALSE NOT NULL',
      `\`id\` ${id}`,
      "`lastResetSentAt` TEXT DEFAULT '' NOT NULL",
      "`lastVerificationSentAt` TEXT DEFAULT '' NOT NULL",
      '`passwordHash` TEXT NOT NULL',
      '`tokenKey` TEXT NOT NULL',
      `\`updated\` ${now}`,
      '`username` TEXT NOT NULL',
      '`verified` BOOLEAN DEFAULT FALSE NOT NULL',
    ]
    expect(definitions('guests')).toEqual([
      `CREATE TABLE \`guests\` (${columns.join(', ')})`,
      "CREATE UNIQUE INDEX _guests_00000001_email_idx ON `guests` (`email`) WHERE `email` != ''",
      'CREATE UNIQUE INDEX _guests_00000001_tokenKey_idx ON `guests` (`tokenKey`)',
      'CREATE UNIQUE INDEX _guests_00000001_username_idx ON `guests` (`username`)',
    ])
  })
})

describe('changed tables', () => {
  const rootOf = (index: string) => magazine.query(`SELECT rootpage FROM sqlite_schema WHERE name = '${index}'`).flat()[0]

  test('a change keeps the order of columns, with new ones after the others, lists last, and converted ones after them', async () => {
    await magazine.change('POST', '', {
      name: 'placed',
      schema: [text('place_a', 'a'), choice('place_b', 'b', 1), text('place_c', 'c')],
    })
    await magazine.change('PATCH', '/placed', {
      schema: [
        choice('place_b', 'b', 2),
        text('place_c', 'cc'),
        choice('place_l', 'l', 2),
        text('place_n', 'n'),
        text('place_a', 'a'),
      ],
    })
    expect(columnsOf('placed').map(column => column.split(' ')[0])).toEqual([
      'a',
      'cc',
      'created',
      'id',
      'updated',
      'n',
      'l',
      'b',
    ])
    expect(columnsOf('placed').slice(-2)).toEqual(["l JSON 1 '[]'", "b JSON 1 '[]'"])
  })

  test('a change of case renames a field immediately, and a collection only where its name is shown', async () => {
    await magazine.change('POST', '', { name: 'cased', schema: [text('cased_a', 'a')] })
    await magazine.change('POST', '/cased/records', { a: 'kept' })
    const changed = await magazine.change('PATCH', '/cased', { name: 'CASED', schema: [text('cased_a', 'A')] })
    expect(changed.name).toBe('CASED')
    expect(magazine.query("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'cased'")).toEqual([['cased']])
    const { items } = await magazine.change('GET', '/CASED/records?fields=A,collectionName')
    expect(items).toEqual([{ A: 'kept', collectionName: 'CASED' }])
    await magazine.change('PATCH', '/cased', { name: 'other', indexes: ['create index idx_cased on x (A)'] })
    await magazine.change('PATCH', '/other', { indexes: [] })
    expect(definitions('other')).toHaveLength(1)
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
    const names = ['idx_in_a', 'idx_in_b', 'idx_in_c', 'idx_in_e']
    const roots = () => names.map(rootOf)
    const kept = (before: unknown[]) => roots().map((root, place) => root === before[place])

    const first = roots()
    // Creates tables in between, which reuse the freed pages.
    const fillGap = (turn: number) => magazine.change('POST', '', { name: `gap_${turn}`, schema: [text('gap_text', 'a')] })
    await magazine.change('PATCH', '/indexed', { listRule: '', name: 'indexed2' })
    expect(kept(first), 'after a change of the rules and of the name').toEqual([true, true, true, true])

    await magazine.change('PATCH', '/indexed2', {
      schema: [text('index_a', 'aa'), text('index_b', 'b'), choice('index_c', 'c', 1)],
      indexes: [
        index('idx_in_a', 'aa'),
        index('idx_in_b', 'b'),
        index('idx_in_c', 'c'),
        'CREATE INDEX `idx_in_e` ON `indexed` (lower(aa))',
      ],
    })
    expect(kept(first).slice(0, 3), 'after a change of a name').toEqual([true, true, true])
    expect(definitions('indexed2').at(-1)).toBe('CREATE INDEX `idx_in_e` ON `indexed2` (lower(aa))')

    await fillGap(1)
    await magazine.change('PATCH', '/indexed2', {
      schema: [text('index_a', 'b'), text('index_b', 'aa'), choice('index_c', 'c', 2)],
      indexes: indexes.slice(1, 3),
    })
    const found = magazine.query(
      "SELECT name FROM pragma_index_info('idx_in_b') UNION ALL SELECT name FROM pragma_index_info('idx_in_c')",
    )
    expect(found).toEqual([['b'], ['c']])
    expect([rootOf('idx_in_a'), rootOf('idx_in_e')]).toEqual([undefined, undefined])
  })

  test('an index name is released to the collection that claims it', async () => {
    const taking = { name: 'taking', schema: [text('taking_a', 'a')], indexes: ['create index idx_tags_name on taking (a)'] }
    await magazine.change('POST', '', taking)
    expect(magazine.query("SELECT tbl_name FROM sqlite_schema WHERE name = 'idx_tags_name'")).toEqual([['taking']])
  })

  test('a long change logs its steps', async () => {
    const schema = [
      { id: 'sec_labl', name: 'label', type: 'text' },
      { id: 'sec_pay0', name: 'payload', type: 'json', options: { maxSize: 5000 } },
      choice('sec_choice', 'choice', 1),
    ]
    await magazine.change('PATCH', '/secrets', { schema, indexes: ['CREATE INDEX idx_label ON secrets (label)'] })
    await magazine.change('PATCH', '/secrets', { schema: [schema[0], choice('sec_choice', 'choice', 2)] })
    const messages = "SELECT message FROM _logs WHERE message LIKE 'The table of%' ORDER BY rowid"
    await expect
      .poll(() => queryDatabase(magazine.dataDir, 'logs', messages).flat())
      .toEqual([
        'The table of secrets: building the index idx_label',
        'The table of secrets: dropping the column payload',
        'The table of secrets: converting the values of choice, 0 records done',
        'The table of secrets: dropping the former column choice',
      ])
  })
})
