import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openBelow } from '../../../../test/harness/openBelow.ts'
import { isCausedBy } from '../DatabaseError.ts'
import { constant, sql } from '../sql.ts'
import { findUnsynced } from '../UnsyncedError.ts'
import { SqliteReader } from './SqliteReader.ts'
import { SqliteWriter } from './SqliteWriter.ts'
import { openThings, type Things } from './testing/openThings.ts'

let things: Things
let writer: SqliteWriter

const count = () => things.count()

beforeEach(async () => {
  things = await openThings()
  writer = things.writer
})

afterEach(() => {
  vi.restoreAllMocks()
})

describe('SqliteWriter', () => {
  test('a transaction that throws is rolled back', async () => {
    const broken = writer.transaction(async transaction => {
      await transaction.run(sql`INSERT INTO things (name) VALUES (${'a'})`)
      throw new Error('no')
    })
    await expect(broken).rejects.toThrow('no')
    expect(await count()).toBe(0)
  })

  test('asynchronous transactions run sequentially in their order', async () => {
    const add = (name: string, pause: number) =>
      writer.transaction(async transaction => {
        const before = await transaction.row(sql`SELECT COUNT(*) FROM things`)
        await wait(pause)
        await transaction.run(sql`INSERT INTO things (name) VALUES (${name})`)
        return before?.[0]
      })
    expect(await Promise.all([add('a', 30), add('b', 5), add('c', 0)])).toEqual([0, 1, 2])
  })

  test('a transaction succeeds after a failed one', async () => {
    await expect(writer.transaction(transaction => transaction.run(constant('NONSENSE')))).rejects.toThrow()
    await writer.transaction(transaction => transaction.run(sql`INSERT INTO things (name) VALUES (${'a'})`))
    expect(await count()).toBe(1)
  })

  test('reads outside of a transaction do not see its uncommitted changes', async () => {
    await writer.transaction(async transaction => {
      await transaction.run(sql`INSERT INTO things (name) VALUES (${'a'})`)
      expect(await count()).toBe(0)
    })
    expect(await count()).toBe(1)
  })

  test('a dry run is rolled back on success and on failure, and earlier changes of the transaction stay', async () => {
    await writer.transaction(async transaction => {
      await transaction.run(sql`INSERT INTO things (name) VALUES (${'kept'})`)
      const seen = await transaction.dryRun(async () => {
        await transaction.run(sql`INSERT INTO things (name) VALUES (${'tried'})`)
        return transaction.rows(sql`SELECT name FROM things ORDER BY name`)
      })
      expect(seen).toEqual([['kept'], ['tried']])
      await expect(
        transaction.dryRun(async () => {
          await transaction.run(sql`INSERT INTO things (name) VALUES (${'failed'})`)
          throw new Error('no')
        }),
      ).rejects.toThrow('no')
    })
    expect(await writer.rows(sql`SELECT name FROM things`)).toEqual([['kept']])
  })

  test('the error of a violated unique index has its columns', async () => {
    const twice = writer.transaction(async transaction => {
      await transaction.run(sql`INSERT INTO things (name) VALUES (${'a'})`)
      await transaction.run(sql`INSERT INTO things (name) VALUES (${'a'})`)
    })
    await expect(twice).rejects.toMatchObject({ kind: 'unique', columns: ['things.name'] })
  })

  test('integers beyond 2^53 are read exactly', async () => {
    await writer.transaction(transaction =>
      transaction.run(sql`INSERT INTO things (id, name) VALUES (${9007199254740993n}, ${'big'})`),
    )
    expect(await writer.row(sql`SELECT id FROM things`)).toEqual([9007199254740993n])
    expect(await writer.row(sql`SELECT 1`)).toEqual([1])
  })
})

describe('simultaneous transactions', () => {
  const insert = (name: string) =>
    writer.transaction(async transaction => {
      transaction.markRecordsChanged(name)
      await transaction.run(sql`INSERT INTO things (name) VALUES (${name})`)
      return name
    })

  test('simultaneous transactions are committed as a group before they resolve', async () => {
    const commits: string[][] = []
    writer.onCommit(({ records }) => commits.push([...records]))
    const seen = insert('a').then(count)
    expect(await Promise.all([seen, insert('b'), insert('c')])).toEqual([3, 'b', 'c'])
    expect(commits).toEqual([['a', 'b', 'c']])
  })

  test('a failing transaction does not affect the others of its group', async () => {
    const results = await Promise.allSettled([insert('a'), insert('a'), insert('b')])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await writer.rows(sql`SELECT name FROM things ORDER BY name`)).toEqual([['a'], ['b']])
  })

  test('if the disk is full, only the transactions of a group that do not fit fail', async () => {
    await writer.transaction(transaction => transaction.rows(constant('PRAGMA max_page_count = 12')))
    const results = await Promise.allSettled([insert('a'), insert('x'.repeat(100_000)), insert('b')])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await writer.rows(sql`SELECT name FROM things ORDER BY name`)).toEqual([['a'], ['b']])
  })

  test('a transaction is committed once, although a listener of commits throws', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    let runs = 0
    writer.onCommit(() => {
      throw new Error('The listener is broken.')
    })
    const add = (name: string, fails = false) =>
      writer.transaction(async transaction => {
        runs += 1
        await transaction.run(sql`INSERT INTO things (name) VALUES (${name})`)
        if (fails) throw new Error('It fails.')
        return name
      })
    expect(await Promise.all([add('a'), add('b')])).toEqual(['a', 'b'])
    expect([runs, await count()]).toEqual([2, 2])
    // After a failed transaction of the group, each runs again separately.
    expect(await Promise.allSettled([add('c'), add('d', true)])).toMatchObject([{ value: 'c' }, { status: 'rejected' }])
    expect(await count()).toBe(3)
    expect(printed.mock.calls.flat().join()).toContain('The listener is broken.')
  })

  test('each of 500 simultaneous transactions sees the changes of the earlier ones', async () => {
    const raise = () =>
      writer.transaction(async transaction => {
        const sum = Number((await transaction.row(sql`SELECT COALESCE(MAX(id), 0) FROM things`))?.[0])
        await transaction.run(sql`INSERT INTO things (id) VALUES (${sum + 1})`)
      })
    await Promise.all(Array.from({ length: 500 }, raise))
    expect(await writer.row(sql`SELECT COUNT(*), MAX(id) FROM things`)).toEqual([500, 500])
  })

  test('a transaction waits for another program that has locked the file', async () => {
    await writer.transaction(transaction => transaction.rows(constant('PRAGMA busy_timeout = 10')))
    const other = new DatabaseSync(things.file)
    other.exec('BEGIN IMMEDIATE')
    setTimeout(() => other.exec('ROLLBACK'), 300)
    expect(await insert('a')).toBe('a')
    other.close()
  })

  test('waiting transactions fail together if another program locks the file for long, and later ones succeed', async () => {
    const other = new DatabaseSync(things.file)
    other.exec('BEGIN IMMEDIATE')
    const { connection, queue } = things.openQueue({ retryWaits: [10, 10] })
    await connection.rows(constant('PRAGMA busy_timeout = 10'))
    const write = (name: string) => queue.run(transaction => transaction.run(sql`INSERT INTO things (name) VALUES (${name})`))
    const results = await Promise.allSettled([write('a'), write('b'), write('c')])
    expect(results.map(result => result.status === 'rejected' && isCausedBy(result.reason, 'busy'))).toEqual([true, true, true])
    other.exec('ROLLBACK')
    await write('d')
    expect(await writer.rows(sql`SELECT name FROM things`)).toEqual([['d']])
    other.close()
  })
})

describe('group commits', () => {
  const createWrite = (flush: () => Promise<void> | void) => {
    const { queue } = things.openQueue({ flush })
    return (name: string) => queue.run(transaction => transaction.run(sql`INSERT INTO things (name) VALUES (${name})`))
  }
  const names = (length: number) => Array.from({ length }, (_, index) => `${index}`)

  test('transactions resolve after the sync', async () => {
    const order: string[] = []
    const write = createWrite(() => void order.push('flushed'))
    await Promise.all(['a', 'b'].map(name => write(name).then(() => order.push(name))))
    expect(order).toEqual(['flushed', 'a', 'b'])
  })

  test('16 waiting transactions are committed in two groups, or in one group if the last commit was slow', async () => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    let pause = 0
    let flushes = 0
    const write = createWrite(() => {
      flushes += 1
      now += pause
    })
    await Promise.all(names(16).map(write))
    expect(flushes).toBe(2)
    pause = 30
    await write('slow')
    await Promise.all(names(16).map(name => write(`again ${name}`)))
    expect(flushes).toBe(4)
  })

  test('transactions are rejected after a failed sync until a recovery succeeds', async () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    let fails = true
    const write = createWrite(() => {
      if (fails) throw new Error('The disk is gone.')
    })
    const together = await Promise.allSettled([write('a'), write('b')])
    const next = await Promise.allSettled([write('c')])
    const isUnknown = (result: PromiseSettledResult<unknown>) =>
      result.status === 'rejected' && findUnsynced(result.reason)?.isOutcomeUnknown
    expect([...together, ...next].map(isUnknown)).toEqual([true, true, false])
    fails = false
    await expect.poll(() => write('d').then(() => 'stored', String)).toBe('stored')
    expect(await writer.rows(sql`SELECT name FROM things ORDER BY name`)).toEqual([['a'], ['b'], ['d']])
    expect(report.mock.calls.flat().join()).toContain('The disk is gone.')
  })
})

describe('the write-ahead log', () => {
  test('checkpoints during commits keep the write-ahead log small', async () => {
    const text = 'x'.repeat(50_000)
    const write = (number: number) =>
      writer.transaction(transaction =>
        transaction.run(sql`INSERT INTO things (id, name) VALUES (${number % 100}, ${`${number} ${text}`})
          ON CONFLICT (id) DO UPDATE SET name = excluded.name`),
      )
    const sizes: number[] = []
    for (let number = 0; number < 1200; number += 1) {
      await write(number)
      sizes.push(statSync(`${things.file}-wal`).size)
    }
    // Without checkpoints the log would have 110 MB, because it contains each text twice: for the table and for the index.
    expect(Math.max(...sizes)).toBeLessThan(80_000_000)
    expect(statSync(things.file).size).toBeGreaterThan(100 * 50_000)
    expect(await count()).toBe(100)
  })

  // Only Linux lists the open files of a process.
  test.runIf(process.platform === 'linux')('closing a writer closes the database and the log', async () => {
    const path = join(things.folder, 'other.db')
    const other = new SqliteWriter(path)
    await other.transaction(transaction => transaction.run(constant('CREATE TABLE things (id INTEGER PRIMARY KEY)')))
    const isOpen = () => openBelow(things.folder).some(name => name.startsWith(path))
    expect(isOpen()).toBe(true)
    await other.close()
    expect(isOpen()).toBe(false)
  })
})

describe('SqliteReader', () => {
  test('a reader sees committed changes and cannot write', async () => {
    const reader = new SqliteReader(things.file)
    await writer.transaction(transaction => transaction.run(sql`INSERT INTO things (name) VALUES (${'a'})`))
    expect(await reader.rows(sql`SELECT name FROM things`)).toEqual([['a']])
    await expect(reader.rows(sql`INSERT INTO things (name) VALUES (${'b'}) RETURNING id`)).rejects.toThrow('readonly')
    expect(() => reader.transaction()).toThrow('inWriter')
    await reader.close()
  })
})
