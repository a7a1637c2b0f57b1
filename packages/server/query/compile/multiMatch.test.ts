import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Magazine } from '../testing/openMagazine.ts'
import { openOnBoth } from '../testing/openOnBoth.ts'

// Three target records, and five records that refer to: one, two, none, one existing and one missing, and one without a title.
const prepare = `
  DELETE FROM scratch;
  INSERT INTO scratch (id, t, n) VALUES ('a', 'x', 5), ('b', 'y', 0), ('c', '', 7);
  INSERT INTO scratch (id, t, rN) VALUES
    ('one', '-', '["a"]'), ('two', '-', '["a","b"]'), ('none', '-', '[]'), ('lost', '-', '["a","missing"]'), ('bare', '-', '["c"]');`

let magazine: Magazine
beforeAll(async () => {
  magazine = await openOnBoth(prepare)
})
afterAll(() => magazine.close())

const find = (filter: string) => magazine.find('scratch', { filter: `t = "-" && ${filter}` })

describe('on a multi-valued path, a plain operator must hold for all records, and an operator with ? for one', () => {
  test.each([
    ['rN.t = "x"', ['one', 'lost']],
    ['rN.t != "x"', ['bare']],
    ['rN.t ?!= "x"', ['two', 'none', 'lost', 'bare']],
    ['rN.t = ""', ['none', 'bare']],
    ['rN.n > 0', ['one', 'bare']],
    ['rN.n ?> 0', ['one', 'two', 'lost', 'bare']],
    ['rN:each != "a"', ['bare']],
    ['rN:each ?= ""', ['none']],
    ['rN:each = "a"', ['one']],
    ['rN.id = "a"', ['one', 'lost']],
    ['"x" = rN.t', ['one', 'lost']],
    ['0 < rN.n', ['one', 'bare']],
    ['rN.t ~ ""', ['one', 'two', 'bare']],
    ['rN.t = rN.t', ['one', 'none', 'bare']],
    ['rN.t != rN.t', []],
    ['rN.n >= rN.n', ['one', 'bare']],
    ['rN:each ?= rN.id', ['one', 'two', 'none', 'lost', 'bare']],
    ['rN:length > 1', ['two', 'lost']],
    ['rN.rN:length = 0', ['one', 'two', 'none', 'lost', 'bare']],
  ])('the filter %s finds %j', async (filter, expected) => {
    expect(await find(filter)).toEqual(expected)
  })
})

describe('since PocketBase 0.24, missing values do not fail a comparison with all values', () => {
  test.each([
    ['rN.t != "x"', ['none', 'bare']],
    ['rN:each != "a"', ['none', 'bare']],
    ['"a" != rN:each', ['none', 'bare']],
    ['rN.n > 0', ['one', 'lost', 'bare']],
    ['rN.t ~ ""', ['one', 'two', 'lost', 'bare']],
    ['rN.t = "x"', ['one', 'lost']],
    ['rN.t ?!= "x"', ['two', 'none', 'lost', 'bare']],
  ])('the filter %s finds %j', async (filter, expected) => {
    expect(await magazine.find('scratch', { filter: `t = "-" && ${filter}`, emptyMatches: true })).toEqual(expected)
  })
})

describe('all occurrences of a path refer to the same record', () => {
  test.each([
    ['(rN.t ?= "x" && rN.n ?= 5)', ['one', 'two', 'lost']],
    ['(rN.t ?= "x" && rN.n ?= 0)', []],
    ['(rN.t ?= "x" && (rN.n ?= 0 || rN.n ?= 7))', []],
    ['(rN.t ?= "y" && rN.n ?= 0)', ['two']],
    ['(rN.t ?= "x" || rN.n ?= 7)', ['one', 'two', 'lost', 'bare']],
    ['(rN.t ?= "x" && rN.n >= 0)', ['one', 'two']],
    ['(rN:each ?= "b" && rN.t ?= "x")', []],
  ])('the filter %s finds %j', async (filter, expected) => {
    expect(await find(filter)).toEqual(expected)
  })

  test('a path in a rule and in the filter refers to the same record', async () => {
    expect(await magazine.find('scratch', { rule: 'rN.t ?= "x"', filter: 'rN.n ?= 0' })).toEqual([])
    expect(await magazine.find('scratch', { rule: 'rN.t ?= "x"', filter: 'rN.n ?= 5' })).toEqual(['one', 'two', 'lost'])
  })

  test('a path in the sort refers to the record that the filter has matched', async () => {
    const query = { filter: 'rN.n ?= 0 || rN.n ?= 7 || rN.t ?= "x"', sort: '-rN.n' }
    expect(await magazine.find('scratch', query)).toEqual(['bare', 'one', 'two', 'lost'])
    expect(await magazine.find('scratch', { filter: 'rN.n ?<= 5', sort: 'rN.n,-id' })).toEqual(['two', 'one', 'lost'])
    expect(await magazine.find('scratch', { filter: 'rN.n ?= 0 || rN.n ?= 7', sort: 'rN.n' })).toEqual(['two', 'bare'])
  })

  test('a sort by the elements of a list reads what a condition joins that shares them', async () => {
    const query = { filter: "rN:each ?= '' || r1.t = 'nothing'", sort: 'rN:each' }
    expect(await magazine.find('scratch', query)).toEqual(await magazine.find('scratch', { filter: "rN:each ?= ''" }))
  })
})
