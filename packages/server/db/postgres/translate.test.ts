import { describe, expect, test } from 'vitest'
import { name, sql } from '../sql.ts'
import { storedName, Translator } from './translate.ts'

test('identifiers are quoted, values are numbered, and constant text stays', () => {
  const { text } = new Translator().translate(
    sql`SELECT ${name('posts', 'a"b`c')}, 'it''s ? \`', "aB" FROM ${name('posts')} WHERE a = ${1} OR ${sql`b = ${'x'} OR aB = ${2}`}`,
  )
  expect(text).toBe(`SELECT "posts"."a""b\`c", 'it''s ? \`', "aB" FROM "posts" WHERE a = $1 OR b = $2 OR aB = $3`)
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
  const names = () => translator.translate(sql`SELECT ${1}`).prepared
  expect(names()).toBeUndefined()
  const first = names()
  expect(first).toMatch(/^\w+$/)
  expect(names()).toBe(first)
  translator.forgetNames()
  names()
  expect(names()).not.toBe(first)
})
