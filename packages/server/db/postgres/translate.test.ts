import { describe, expect, test } from 'vitest'
import { name, sql } from '../sql.ts'
import { storedName, Translator, translate } from './translate.ts'

describe('translate', () => {
  test('identifiers are quoted, values are numbered, and string literals stay', () => {
    const { text } = translate(
      sql`SELECT ${name('posts', 'a"b`c')}, 'it''s ? \`' FROM ${name('posts')} WHERE a = ${1} OR b = ${'x'}`.text,
    )
    expect(text).toBe(`SELECT "posts"."a""b\`c", 'it''s ? \`' FROM "posts" WHERE a = $1 OR b = $2`)
  })

  test('names with letters of both cases, and names of system tables, need no quotes', () => {
    const { text, tables } = translate('SELECT recordId, LOWER(A1), "aB", \'aB\', 1E5 FROM _externalAuths JOIN _params ON TRUE')
    expect(text).toBe(`SELECT "recordId", LOWER(A1), "aB", 'aB', 1E5 FROM "_externalAuths" JOIN "_params" ON TRUE`)
    expect(tables).toEqual(new Set(['_externalAuths', '_params']))
  })

  test('the tables after FROM and JOIN are found', () => {
    const statement = sql`SELECT ${name('t', 'x')} FROM ${name('posts')} AS ${name('t')} LEFT JOIN ${name('users')} ON TRUE`
    expect(translate(statement.text).tables).toEqual(new Set(['posts', 'users']))
  })

  test.each([
    ['SELECT 1 ORDER BY RANDOM()', true],
    ['SELECT now()', true],
    ['SELECT CURRENT_TIMESTAMP', true],
    ['SELECT `random` FROM t', false],
  ])('%s depends on time or randomness: %s', (text, isNondeterministic) => {
    expect(translate(text)).toMatchObject({ isNondeterministic })
  })
})

describe('storedName', () => {
  test('a name of up to 63 bytes stays as it is', () => {
    expect(storedName('a'.repeat(63))).toBe('a'.repeat(63))
  })

  test('longer names have 63 bytes or less and stay different', () => {
    const names = ['a', 'b'].map(end => storedName('ä'.repeat(40) + end))
    expect(names[0]).not.toBe(names[1])
    for (const stored of names) {
      expect(stored).toMatch(/^ä+~[0-9a-f]{16}$/)
      expect(Buffer.byteLength(stored)).toBeLessThanOrEqual(63)
    }
  })
})

test('a statement gets the name of a prepared statement on its second use, and a new one after forgetNames', () => {
  const translator = new Translator()
  const names = () => translator.translate('SELECT 1').prepared
  expect(names()).toBeUndefined()
  const first = names()
  expect(first).toMatch(/^\w+$/)
  expect(names()).toBe(first)
  translator.forgetNames()
  names()
  expect(names()).not.toBe(first)
})
