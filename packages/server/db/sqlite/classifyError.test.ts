import { describe, expect, test } from 'vitest'
import { findDiskProblem } from '../diskProblem.ts'
import { classifyError } from './classifyError.ts'

const system = (code: string) => Object.assign(new Error(code), { code })
const sqlite = (errcode: number, message = 'sqlite') =>
  classifyError(Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode }))

describe('findDiskProblem', () => {
  test.each([
    ['ENOSPC', system('ENOSPC'), 'full'],
    ['EDQUOT', system('EDQUOT'), 'full'],
    ['EROFS', system('EROFS'), 'readOnly'],
    ['EIO', system('EIO'), 'failing'],
    ['SQLITE_FULL', sqlite(13), 'full'],
    ['SQLITE_IOERR_SHMSIZE', sqlite(4874), 'full'],
    ['SQLITE_IOERR_WRITE', sqlite(778), 'failing'],
    ['SQLITE_READONLY_DBMOVED', sqlite(1032), 'readOnly'],
    ['the cause of another error', new Error('Failed.', { cause: system('ENOSPC') }), 'full'],
    ['a violated constraint', sqlite(2067), undefined],
    ['a missing file', system('ENOENT'), undefined],
    ['a value that is not an error', 'ENOSPC', undefined],
  ])('findDiskProblem classifies %s', (_, error, problem) => {
    expect(findDiskProblem(error)).toBe(problem)
  })
})

describe('classifyError', () => {
  test.each([
    ['UNIQUE constraint failed: posts.title, posts.author', 2067, 'unique', ['posts.title', 'posts.author']],
    ["UNIQUE constraint failed: index 'byLength'", 2067, 'unique', []],
    ['NOT NULL constraint failed: posts.title', 1299, 'constraint', []],
    ['database is locked', 5, 'busy', []],
    ['no such column: titel', 1, 'unknownName', []],
    ['no such index: byTitle', 1, 'other', []],
    ['database disk image is malformed', 267, 'damaged', []],
    ['file is not a database', 26, 'damaged', []],
  ])('classifies "%s" and keeps its message', (message, errcode, kind, columns) => {
    expect(sqlite(errcode, message)).toMatchObject({ message, kind, columns })
  })

  test('an error that does not come from SQLite is returned unchanged', () => {
    const error = system('ENOENT')
    expect(classifyError(error)).toBe(error)
  })
})
