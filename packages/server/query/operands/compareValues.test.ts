import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Magazine } from '../testing/openMagazine.ts'
import { openOnBoth } from '../testing/openOnBoth.ts'

let magazine: Magazine
beforeAll(async () => {
  magazine = await openOnBoth(`
    UPDATE settings_kv SET note = '5' WHERE id = 'setting00000001';
    UPDATE settings_kv SET note = '5.0' WHERE id = 'setting00000003';
    UPDATE scratch SET j = '{"huge":1e400,"low":-1e400}' WHERE id = 'scratch00000014';
    UPDATE scratch SET t = printf('%.*cBé', 300000, 'a'), ed = printf('%.*cbé', 400, 'A') WHERE id = 'scratch00000001';
    UPDATE scratch SET t = printf('%.*c', 300000, 'a'), ed = printf('%.*cb', 400, 'a') WHERE id = 'scratch00000002';
    UPDATE scratch SET t = printf('%.*cBé', 300000, 'a'), ed = printf('%.*c_é', 400, 'a') WHERE id = 'scratch00000003';`)
})
afterAll(() => magazine.close())

test.each<[string, string, string]>([
  // Text is compared exactly; empty text and null are equal, on either side.
  ['tags', 'kind = "place"', 'tag3 tag4'],
  ['tags', '"place" = kind', 'tag3 tag4'],
  ['tags', 'kind = ""', 'tag7'],
  ['tags', 'kind = null', 'tag7'],
  ['tags', 'null != kind && kind != "topic"', 'tag3 tag4 tag5'],
  ['tags', 'kind != "place" && kind !~ "topic"', 'tag5 tag7'],
  ['tags', 'name > "K" && name < "L"', 'tag4'],
  // Both sides are values.
  ['tags', '1 = 2 || "1" = 1 || null != "" || "a" = "b"', ''],
  [
    'categories',
    '"" = null && 1 = 1 && true != false && true = 1 && "abc" ~ "B"',
    'category1 category2 category3 category4 category5 category6',
  ],
  // Numbers are REAL; true and false are INTEGER.
  ['categories', 'position = 30', 'category3'],
  ['categories', 'position = "30"', 'category3'],
  ['categories', 'position > 30 || position = null', 'category4 category5'],
  ['settings_kv', 'note = 5', 'setting3'],
  ['settings_kv', 'note = "5"', 'setting1'],
  ['scratch', 'b = true', 'scratch2 scratch17'],
  ['scratch', 'b = "true" || b = null', ''],
  ['scratch', 'b = True && n > 1', 'scratch17'],
  ['posts', 'slug = 10', ''],
  // Between columns, null equals empty text, and types are not converted.
  ['categories', 'parent.color = color', 'category6'],
  ['comments', 'parent.author = author', 'comment9 comment27 comment36 comment45 comment54'],
  ['categories', 'parent.position <= 0 || parent.position > 0', 'category2 category3 category5'],
  // JSON is compared strictly.
  ['tags', 'meta = null', 'tag4'],
  ['tags', 'meta = ""', ''],
  ['scratch', 'j = ""', 'scratch11'],
  ['scratch', 'j = true', 'scratch12'],
  ['scratch', 'j = "1.5"', ''],
  ['scratch', 'j = 1.5', 'scratch13'],
  ['tags', 'meta.weight = 1', 'tag1'],
  ['tags', 'meta.weight = "1" || meta.nothing = ""', ''],
  ['tags', 'meta.aliases.0 = "cooking" || meta.born.year < 1900', 'tag2 tag5'],
  ['tags', `meta = '{"weight":1}' || meta = "[]"`, 'tag1 tag6'],
  ['tags', 'meta.aliases:length = 2 || meta:each = 1', ''],
  // A count is not converted to a text, except to compare it with a column of texts.
  ['author_totals', 'articles = 5', 'author4'],
  ['author_totals', 'articles = "5" || articles > "0"', ''],
  ['author_totals', 'views = "100466"', 'author4'],
  ['author_totals', 'mean = "-2.9"', 'author4'],
  ['settings_kv', 'note ?>= @collection.author_totals.articles && note ?<= @collection.author_totals.articles', 'setting1'],
  // LIKE.
  ['author_totals', 'mean ~ "0.0" || articles ~ "0.0"', 'author5'],
  ['tags', 'name ~ "OO"', 'tag2'],
  ['tags', 'name ~ "f%"', 'tag2'],
  ['tags', 'name ~ "_"', ''],
  ['tags', 'name ~ "KÖLN"', ''],
  ['categories', 'parent.name !~ "x"', 'category2 category3 category5'],
  ['posts', 'score ~ -2.25 && views > 1000', 'post14'],
  ['posts', 'slug ~ 34', 'post34'],
  ['authors', '"xx alice amber yy" ~ name', 'author1'],
  ['authors', 'name ~ null', ''],
  ['scratch', 'b ~ true', 'scratch2 scratch17'],
])('in %s, the filter %s finds %j', async (collection, filter, found) => {
  expect((await magazine.find(collection, { filter })).join(' ')).toBe(found)
})

const many = (text: string) => text.repeat(20)

test.each<[string, string]>([
  // Texts that repeat themselves.
  [`t ~ "${many('a')}"`, 'scratch1 scratch2 scratch3'],
  [`t ~ "${many('a')}bÉ"`, ''],
  [`t ~ "${many('A')}bé"`, 'scratch1 scratch3'],
  [`t !~ "${many('a')}b" && id < "scratch00000004"`, 'scratch2'],
  [`t ~ "%${many('a')}%" && n ~ "%${many('0')}%"`, ''],
  // Texts that take long to be compared with each other.
  ['t ~ ed && id < "scratch00000004"', 'scratch1'],
  ['t !~ ed && id < "scratch00000004"', 'scratch2'],
  ['ed ~ t && id < "scratch00000004"', ''],
  // Comparisons that check a deadline.
  [Array.from({ length: 20 }, (_, number) => `t ~ "ab${number || 'é'}"`).join(' || '), 'scratch1 scratch3'],
])('in long texts, the filter %s finds %j', async (filter, found) => {
  expect((await magazine.find('scratch', { filter })).join(' ')).toBe(found)
})

test.each([`t ~ "%${many('a')}%b"`, `t ~ "${many(many(many('a')))}"`])('the filter %s is rejected', async filter => {
  await expect(magazine.find('scratch', { filter })).rejects.toThrow('repeats the same characters too often')
})

test('a number beyond double precision is infinite, in a filter and in a json field', async () => {
  const huge = `1${'0'.repeat(400)}`
  expect(await magazine.find('tags', { filter: `meta.weight < ${huge}` })).toEqual(['tag1', 'tag2'])
  expect(await magazine.find('tags', { filter: `meta.weight > -${huge} && meta.weight != ${huge}` })).toEqual(['tag1', 'tag2'])
  expect(await magazine.find('scratch', { filter: `j.huge = ${huge} && j.low = -${huge}0` })).toEqual(['scratch14'])
  expect(await magazine.find('scratch', { filter: 'j.huge > 1 && j.low < 1 && j.huge ~ "inf"' })).toEqual(['scratch14'])
})

test('date macros are computed from the given time', async () => {
  const now = new Date('2026-02-15T10:05:00.035Z')
  expect(await magazine.find('tags', { filter: 'created = @now', now })).toEqual(['tag5'])
  expect(await magazine.find('tags', { filter: 'created >= @todayStart && created <= @todayEnd', now })).toHaveLength(5)
  expect(await magazine.find('tags', { filter: '@year = 2026 && @month ~ 2 && name = "food"', now })).toEqual(['tag2'])
  expect(await magazine.find('settings_kv', { filter: 'note = @hour', now: new Date('2026-02-15T05:00:00Z') })).toEqual([
    'setting1',
  ])
})
