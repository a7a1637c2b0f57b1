import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'
import { choice, text } from './fields.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine()
})
afterAll(() => magazine.close())

const definitions = (table: string) =>
  magazine.query(`SELECT sql FROM sqlite_schema WHERE tbl_name = '${table}' AND sql IS NOT NULL ORDER BY type DESC, name`).flat()

const columnsOf = (table: string) =>
  magazine.query(`SELECT name, type, "notnull", dflt_value FROM pragma_table_info('${table}')`).map(row => row.join(' '))

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
  expect(columnsOf('placed').map(column => column.split(' ')[0])).toEqual(['a', 'cc', 'created', 'id', 'updated', 'n', 'l', 'b'])
  expect(columnsOf('placed').slice(-2)).toEqual(["l JSON 1 '[]'", "b JSON 1 '[]'"])
})

test('a change of case renames a collection only where its name is shown', async () => {
  await magazine.change('POST', '', { name: 'lower', schema: [text('lower_a', 'a')] })
  await magazine.change('PATCH', '/lower', { name: 'LOWER' })
  expect(magazine.query("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'lower'")).toEqual([['lower']])
  await magazine.change('PATCH', '/lower', { name: 'other', indexes: ['create index idx_lower on x (a)'] })
  await magazine.change('PATCH', '/other', { indexes: [] })
  expect(definitions('other')).toHaveLength(1)
})
