import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { goErrorText } from './inspectError.ts'

/** Returns the error of a statement. */
function errorOf(statement: string): unknown {
  const database = new DatabaseSync(':memory:')
  onTestFinished(() => database.close())
  try {
    database.exec('CREATE TABLE tags (id TEXT PRIMARY KEY NOT NULL)')
    database.exec(statement)
  } catch (error) {
    return error
  }
  throw new Error(`The statement has no error: ${statement}`)
}

test.each([
  ["INSERT INTO tags VALUES ('a'), ('a')", 'constraint failed: UNIQUE constraint failed: tags.id (1555)'],
  ['SELECT * FROM nope', 'SQL logic error: no such table: nope (1)'],
  ['INSERT INTO tags VALUES (zeroblob(3000000000))', 'string or blob too big (18)'],
])('goErrorText returns the error of "%s" as PocketBase does', (statement, text) => {
  expect(goErrorText(errorOf(statement))).toBe(text)
  expect(goErrorText(new Error('The record was not saved.', { cause: errorOf(statement) }))).toBe(text)
})

test('goErrorText returns the message of an error that has none of SQLite behind it', () => {
  expect(goErrorText(new Error('It failed.', { cause: new Error('It broke.') }))).toBe('It failed.')
})
