import { describe, expect, test } from 'vitest'
import { findDiskProblem } from './diskProblem.ts'

const system = (code: string) => Object.assign(new Error(code), { code })
const sqlite = (errcode: number) => Object.assign(new Error('sqlite'), { code: 'ERR_SQLITE_ERROR', errcode })

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
