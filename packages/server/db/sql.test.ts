import { describe, expect, test } from 'vitest'
import {
  constant,
  dependenciesOf,
  join,
  name,
  nondeterministic,
  nothing,
  plainName,
  sql,
  typed,
  withValues,
  writeSql,
} from './sql.ts'

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

  test('plainName returns a name without quotes, and rejects one that needs them', () => {
    expect(plainName('_posts_tokenKey_idx').text).toBe('_posts_tokenKey_idx')
    for (const text of ['1a', 'a b', 'a`', '']) expect(() => plainName(text)).toThrow('needs quotes')
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

describe('the pieces of SQL', () => {
  const writer = { name: (name: string) => `<${name}>`, value: (position: number) => `:${position}` }

  test('an engine writes names and values in its own way, also in a statement with other values', () => {
    const statement = sql`INSERT INTO ${name('posts')} VALUES (${1}, ${join([sql`${2}`, name('a', 'b')])}, ${3})`
    expect(writeSql(statement, writer)).toBe('INSERT INTO <posts> VALUES (:1, :2, <a>.<b>, :3)')
    expect(writeSql(withValues(statement, [4, 5, 6]), writer)).toBe(writeSql(statement, writer))
    expect(() => writeSql({ text: 'SELECT 1', values: [] }, writer)).toThrow(TypeError)
  })

  test('the tables of a statement are the names directly after FROM and JOIN', () => {
    const users = sql`${name('users')}`
    const joined = sql` LEFT JOIN ${users} AS ${name('u')} ON ${name('u', 'id')} = ${1}`
    const statement = sql`SELECT ${name('t', 'x')}, ${2} FROM ${name('posts')} AS ${name('t')}${joined} WHERE EXISTS (
      SELECT 1 FROM
      ${name('tags')})`
    expect(dependenciesOf(statement)).toEqual({ tables: new Set(['posts', 'users', 'tags']), isNondeterministic: false })
    expect(dependenciesOf(sql`SELECT 'FROM ', ${name('x')} FROM (${sql`SELECT 1`})`).tables).toEqual(new Set())
  })

  test('a statement depends on time or randomness if one of its pieces does', () => {
    const order = join([typed(sql`a`, 'text', 'none'), nondeterministic(sql`random()`)])
    expect(dependenciesOf(sql`SELECT a FROM ${name('b')} ORDER BY ${order}`).isNondeterministic).toBe(true)
  })
})
