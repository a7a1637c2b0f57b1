import { describe, expect, test } from 'vitest'
import { constant, join, name, nothing, sql, withValues } from './sql.ts'

describe('the sql tag', () => {
  test('the sql tag binds values and inserts nested SQL', () => {
    const condition = sql`title = ${'x'} AND views > ${3}`
    const statement = sql`SELECT * FROM ${name('posts')} WHERE ${condition} LIMIT ${30}`
    expect(statement.text).toBe('SELECT * FROM `posts` WHERE title = ? AND views > ? LIMIT ?')
    expect(statement.values).toEqual(['x', 3, 30])
  })

  test('the sql tag binds objects that only look like SQL', () => {
    const forged = { text: '1); DROP TABLE posts; --', values: [] }
    expect(sql`SELECT ${forged as never}`.text).toBe('SELECT ?')
  })

  test('withValues replaces the values of a statement, and rejects another number of values', () => {
    const insertion = sql`INSERT INTO posts VALUES (${null}, ${null})`
    expect(withValues(insertion, ['a', 1])).toMatchObject({ text: insertion.text, values: ['a', 1] })
    expect(() => withValues(insertion, ['a'])).toThrow('has 2 parameters')
  })

  test('the sql tag converts booleans to numbers', () => {
    expect(sql`${true} ${false}`.values).toEqual([1, 0])
  })

  test.each([
    ['posts', '`posts`'],
    ['a`; DROP TABLE x; --', '`a``; DROP TABLE x; --`'],
  ])('name quotes the identifier %s', (identifier, quoted) => {
    expect(name(identifier).text).toBe(quoted)
  })

  test('name quotes each part of a qualified name', () => {
    expect(name('posts', 'title').text).toBe('`posts`.`title`')
  })

  test('join keeps the values in order', () => {
    const joined = join([sql`a = ${1}`, sql`b = ${2}`], sql` OR ${0} OR `)
    expect(joined.text).toBe('a = ? OR ? OR b = ?')
    expect(joined.values).toEqual([1, 0, 2])
  })

  test('nothing and constant insert text without values', () => {
    expect(sql`x${nothing} ${constant('DESC')}`).toMatchObject({ text: 'x DESC', values: [] })
  })
})
