import type { RuleChange } from '@coffer/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
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

const manyUsers = `
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 200)
  INSERT INTO users (id, username, email, emailVisibility, tokenKey, passwordHash)
  SELECT printf('user%011d', 7 * n % 1000), 'user' || n, 'user' || n || '@example.com', TRUE, 'key of user ' || n, '' FROM numbers;
`

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine('inline', [{ sql: manyTags + manyUsers }])
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

/** Compares a list rule of the tags with the stored one, which is only for admins. */
async function compareList(list: string): Promise<RuleChange> {
  await magazine.change('PATCH', '/tags', { listRule: null })
  const body = { collection: 'tags', rules: { list } }
  const { json } = await askApi(magazine.port, 'POST', '/api/access/compare', { token: magazine.admin, body })
  const [change] = json.changes as RuleChange[]
  if (!change) throw new Error('The rule was not compared.')
  return change
}

test('what a rule of a large table opens is estimated from a sample, whose records are listed', async () => {
  const { sample = 0, guests, opensToEveryone } = await compareList('kind = "label"')
  expect(sample).toBeGreaterThanOrEqual(500)
  expect(guests?.gainedIds.every(id => /^tag\d+0$/.test(id))).toBe(true)
  expect(guests).toMatchObject({ gained: Math.round(((guests?.gainedIds.length ?? 0) / sample) * total), lost: 0, lostIds: [] })
  expect((guests?.gained ?? 0) / total).toBeCloseTo(0.1, 1)
  expect(opensToEveryone).toBe(false)
})

/** Lists the ids of all tags that a persona gains or loses by a new list rule, page by page, and returns their total, too. */
async function listTags(query: Record<string, string>) {
  const ids: string[] = []
  let total = 0
  for (let page = 1; page === 1 || ids.length < total; page += 1) {
    const parameters = { collection: 'tags', persona: 'guest', reached: 'list', fields: 'id', perPage: '500', ...query }
    const path = `/api/access/records?${new URLSearchParams({ ...parameters, page: String(page) })}`
    const { status, json } = await askApi(magazine.port, 'GET', path, { token: magazine.admin })
    const items = json.items as { id: string }[]
    expect([status, items.length > 0 || json.totalItems === 0]).toEqual([200, true])
    ids.push(...items.map(({ id }) => id))
    total = Number(json.totalItems)
  }
  return { ids, total }
}

test('all records of a large table that a rule opens or closes are listed page by page, not only those of the sample', async () => {
  await magazine.change('PATCH', '/tags', { listRule: 'kind = "label"' })
  const gained = await listTags({ difference: 'gained', rule: 'name ~ "tag 12%"' })
  const lost = await listTags({ difference: 'lost', rule: 'name ~ "tag 12%"' })
  const closed = await listTags({ difference: 'lost' })
  const isLabel = (id: string) => id.endsWith('0')
  const isMatch = (id: string) => String(Number(id.slice(3))).startsWith('12')
  const all = Array.from({ length: total }, (_, index) => `tag${String(index + 1).padStart(12, '0')}`)
  expect(gained.ids).toEqual(all.filter(id => isMatch(id) && !isLabel(id)))
  expect(lost.ids).toEqual(all.filter(id => isLabel(id) && !isMatch(id)))
  expect([gained.total, lost.total]).toEqual([gained.ids.length, lost.ids.length])
  // Without a rule, only admins have access; an empty one allows everyone.
  expect(closed.ids).toEqual(all.filter(isLabel))
  expect(await listTags({ difference: 'lost', rule: '' })).toEqual({ ids: [], total: 0 })
})

test('a rule that guests meet with every record of a sample opens the large table to everyone', async () => {
  expect(await compareList('id != ""')).toMatchObject({ opensToEveryone: true, guests: { gained: total, lost: 0 } })
})

test('of many users, a hundred are examined, and what they gain of a large table is estimated', async () => {
  const { users, guests } = await compareList('kind = "label" && @request.auth.id != "" && @request.auth.verified = false')
  expect(guests).toMatchObject({ gained: 0, gainedIds: [] })
  expect(users?.total).toBe(211)
  expect(users?.examined).toBeGreaterThan(50)
  expect(users?.examined).toBeLessThanOrEqual(100)
  expect(users).toMatchObject({ gaining: users?.changed.length, losing: 0 })
  expect(users?.gaining).toBeGreaterThan(40)
  for (const { gained = 0 } of users?.changed ?? []) expect(gained / total).toBeCloseTo(0.1, 1)
})

test('the pages of the records whose emails guests can read have each record once, in the order of their ids', async () => {
  const ids: string[] = []
  let pages = 1
  for (let page = 1; page <= pages; page += 1) {
    const path = `/api/access/records?collection=users&persona=guest&reached=emails&fields=id&perPage=30&page=${page}`
    const { json } = await askApi(magazine.port, 'GET', path, { token: magazine.admin })
    pages = Number(json.totalPages)
    ids.push(...(json.items as { id: string }[]).map(({ id }) => id))
  }
  expect(pages).toBeGreaterThan(6)
  expect(ids).toEqual([...new Set(ids)].sort())
  expect(cellFor(await exposureOf(magazine, 'users'), 'guest', 'emails')?.count).toBe(ids.length)
})
