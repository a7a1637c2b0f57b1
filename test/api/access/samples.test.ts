import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'
import { cellFor, exposureOf, readExposure } from './askAccess.ts'

const total = 30_000

/** Adds tags, of which every tenth is a label, in two parts with as many missing row numbers between them as if most had been deleted. */
const manyTags = `
  DELETE FROM tags;
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${total})
  INSERT INTO tags (rowid, id, created, updated, name, kind, meta)
  SELECT IIF(n > ${total / 2}, n + ${3 * total}, n), printf('tag%012d', n), '2026-01-01 00:00:00.000Z', '2026-01-01 00:00:00.000Z',
    'tag ' || n, IIF(n % 10 = 0, 'label', 'topic'), NULL FROM numbers;
`

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine('inline', [{ sql: manyTags }])
})
afterAll(() => magazine.close())

/** Reads what guests can list, in the table of all collections and for the collection alone. */
async function cellsWith(listRule: string) {
  await magazine.change('PATCH', '/tags', { listRule })
  const { collections } = await readExposure(magazine)
  const tags = collections.find(({ name }) => name === 'tags')
  if (!tags) throw new Error('The exposure lacks the tags.')
  return { cell: cellFor(tags, 'guest', 'list'), alone: cellFor(await exposureOf(magazine, 'tags'), 'guest', 'list') }
}

test('the records of a large table are estimated from a sample of all its parts, and counted if it is read alone', async () => {
  const { cell, alone } = await cellsWith('kind = "label"')
  expect(alone).toEqual({ level: 'some', count: total / 10 })
  expect(cell).toMatchObject({ level: 'some', sample: expect.any(Number) })
  expect(cell?.sample).toBeGreaterThanOrEqual(500)
  expect(cell?.sample).toBeLessThan(5000)
  expect((cell?.count ?? 0) / total).toBeCloseTo(0.1, 1)
})

test('a rule that allows a single record, or all but one, is not called none or all because the sample lacks it', async () => {
  const one = await cellsWith('name = "tag 7"')
  expect([one.cell?.level, one.cell?.count, one.alone]).toEqual(['some', 0, { level: 'some', count: 1 }])
  const others = await cellsWith('name != "tag 7"')
  expect([others.cell?.level, others.cell?.count, others.alone]).toEqual(['some', total, { level: 'some', count: total - 1 }])
})

test('a rule without conditions is known to allow all records of a large table without a sample', async () => {
  const { cell } = await cellsWith('')
  expect(cell).toEqual({ level: 'all', isFixed: true, count: total })
})
