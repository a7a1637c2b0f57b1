import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { copySample, type SampleCopy } from './copySample.ts'

const field = (name: string, type: string, options: object) => ({
  system: false,
  id: `items_${name}`,
  name,
  type,
  required: false,
  presentable: false,
  unique: false,
  options,
})

const schema = [
  field('title', 'text', { min: null, max: null, pattern: '' }),
  field('price', 'number', { min: null, max: null, noDecimal: false }),
  field('isOpen', 'bool', {}),
  field('data', 'json', { maxSize: 2_000_000 }),
  field('tags', 'select', { maxSelect: 3, values: ['a', 'b', 'c'] }),
]

const indexes = [
  'CREATE INDEX `idx_items_price` ON `items` (`price`)',
  'CREATE UNIQUE INDEX `idx_items_title` ON `items` (`title`)',
]

const createItems = `
  CREATE TABLE \`items\` (
    \`created\` TEXT DEFAULT (strftime('%Y-%m-%d %H:%M:%fZ')) NOT NULL, \`data\` JSON DEFAULT NULL,
    \`id\` TEXT PRIMARY KEY DEFAULT ('r'||lower(hex(randomblob(7)))) NOT NULL, \`isOpen\` BOOLEAN DEFAULT FALSE NOT NULL,
    \`price\` NUMERIC DEFAULT 0 NOT NULL, \`tags\` JSON DEFAULT '[]' NOT NULL, \`title\` TEXT DEFAULT '' NOT NULL,
    \`updated\` TEXT DEFAULT (strftime('%Y-%m-%d %H:%M:%fZ')) NOT NULL)`

const insertItems = `
  WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
  INSERT INTO items (rowid, id, title, price, isOpen, data, tags)
  SELECT n * 2, 'item' || printf('%011d', n), 'Item "' || n || '" \\ été', n / 7.0, n % 2,
    CASE n % 4 WHEN 0 THEN n WHEN 1 THEN '{"b": ' || n || ',  "a": [1.0]}' WHEN 2 THEN 'not JSON ' || n END,
    CASE n % 3 WHEN 0 THEN '["a","c"]' WHEN 1 THEN '[]' ELSE '' END FROM numbers`

/** Creates a data directory with a collection `items` of many records, among them values that only older servers store. */
export async function createLargeDirectory(records: number): Promise<SampleCopy> {
  const copy = await copySample('fresh')
  using database = new DatabaseSync(join(copy.dataDir, 'data.db'))
  database
    .prepare(
      "INSERT INTO _collections (id, name, type, schema, indexes, options, listRule) VALUES ('items', 'items', 'base', ?, ?, '{}', '')",
    )
    .run(JSON.stringify(schema), JSON.stringify(indexes))
  database.exec(createItems)
  for (const index of indexes) database.exec(index)
  database.prepare(insertItems).run(records)
  return copy
}
