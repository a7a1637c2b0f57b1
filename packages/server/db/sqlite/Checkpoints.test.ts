import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { constant, sql } from '../sql.ts'
import { Checkpoints } from './Checkpoints.ts'
import { Connection } from './Connection.ts'

/** A call of `between` before which a sync fails, and the size of the last commit before that. */
interface Failure {
  call: number
  bytes: number
}

type Moment = Failure | 'during start' | undefined

/** Runs a checkpoint of a log that is long enough to be restarted. Returns the pages of the log, and how many of them it copied. */
async function checkpoint(failure: Moment): Promise<{ pages: number; copied: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-checkpoint-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'test.db')
  const connection = new Connection(path, { readOnly: false })
  onTestFinished(() => connection.close())
  const commit = (bytes: number) => connection.run(sql`INSERT INTO things (content) VALUES (zeroblob(${bytes}))`)
  await connection.run(constant('CREATE TABLE things (id INTEGER PRIMARY KEY, content BLOB)'))
  await commit(50_000_000)
  // A read keeps the next commit from restarting the log that the first pass has copied.
  const reader = new DatabaseSync(path, { readOnly: true })
  reader.exec('BEGIN; SELECT count(*) FROM things')

  let calls = 0
  let isSuspended = false
  const failures: unknown[] = []
  const checkpoints = new Checkpoints({ path, file: undefined }, connection, {
    between: async action => {
      // The thread needs more than one turn of the event loop to start.
      if (failure === 'during start') {
        setImmediate(() => {
          isSuspended = true
        })
      } else if (calls === failure?.call) {
        await commit(failure.bytes)
        reader.close()
        isSuspended = true
      }
      calls += 1
      return action()
    },
    isSuspended: () => isSuspended,
    failed: error => failures.push(error),
  })
  checkpoints.committed({ records: new Set(), collections: true, settings: false })
  await checkpoints.close()
  if (reader.isOpen) reader.close()
  expect(failures).toEqual([])
  const [, pages, copied] = connection.values('PRAGMA wal_checkpoint(NOOP)')
  return { pages: Number(pages), copied: Number(copied) }
}

test('a checkpoint copies all pages of the log', async () => {
  const { pages, copied } = await checkpoint(undefined)
  expect(copied).toBeGreaterThan(12_000)
  expect(copied).toBe(pages)
})

test('a checkpoint copies nothing if a sync fails before its first pass', async () => {
  expect(await checkpoint({ call: 0, bytes: 10_000 })).toMatchObject({ copied: 0 })
})

test('a checkpoint copies nothing if a sync fails while its thread starts', async () => {
  expect(await checkpoint('during start')).toMatchObject({ copied: 0 })
})

test.for<[string, Failure]>([
  ['in its next pass', { call: 1, bytes: 4_000_000 }],
  ['in the writer', { call: 2, bytes: 10_000 }],
])('a checkpoint does not copy, %s, the pages of a commit whose sync has failed', async ([, failure]) => {
  const { pages, copied } = await checkpoint(failure)
  expect(copied).toBeGreaterThan(12_000)
  expect(copied).toBeLessThan(pages)
})

test('a commit after the close of the checkpoints starts no other one', async () => {
  let calls = 0
  const failures: unknown[] = []
  const folder = mkdtempSync(join(tmpdir(), 'coffer-checkpoint-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'test.db')
  const connection = new Connection(path, { readOnly: false })
  const checkpoints = new Checkpoints({ path, file: undefined }, connection, {
    between: action => {
      calls += 1
      return action()
    },
    isSuspended: () => false,
    failed: error => failures.push(error),
  })
  const committed = async () => {
    checkpoints.committed({ records: new Set(), collections: true, settings: false })
    await checkpoints.idle()
  }
  await committed()
  await checkpoints.close()
  connection.close()
  await committed()
  expect([calls, failures]).toEqual([1, []])
})
