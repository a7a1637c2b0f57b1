import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copySample, type SampleCopy } from './copySample.ts'
import { type Fingerprint, openFingerprint } from './openFingerprint.ts'
import { storedFiles } from './storedFiles.ts'

let copy: SampleCopy
let fingerprint: Fingerprint
let other: DatabaseSync
beforeAll(async () => {
  copy = await copySample('magazine')
  fingerprint = openFingerprint(copy.dataDir)
  other = new DatabaseSync(join(copy.dataDir, 'data.db'))
})
afterAll(async () => {
  fingerprint.close()
  other.close()
  await copy.remove()
})

test.each<[string, () => void]>([
  ['a changed value', () => other.exec("UPDATE posts SET views = views + 1 WHERE id = 'post00000000001'")],
  ['a value of another type', () => other.exec("UPDATE scratch SET j = '1' WHERE id = 'scratch00000001'")],
  ['a new row', () => other.exec("INSERT INTO registry (name) VALUES ('new')")],
  ['a new table', () => other.exec('CREATE TABLE more (x)')],
  ['a longer file', () => appendFileSync(join(copy.dataDir, storedFiles(copy.dataDir)[0] ?? ''), 'x')],
  ['a new file', () => writeFileSync(join(copy.dataDir, 'storage/new.txt'), '')],
  [
    'an upload in progress',
    () => {
      mkdirSync(join(copy.dataDir, '.pb_temp_to_delete/uploads-1'), { recursive: true })
      writeFileSync(join(copy.dataDir, '.pb_temp_to_delete/uploads-1/0'), '')
    },
  ],
])('the fingerprint changes with %s', (_, change) => {
  const before = fingerprint.take()
  expect(fingerprint.take()).toEqual(before)
  change()
  expect(fingerprint.take()).not.toEqual(before)
})

test('the fingerprint is the same after a change is undone', () => {
  const before = fingerprint.take()
  other.exec('BEGIN IMMEDIATE; DELETE FROM posts; ROLLBACK')
  expect(fingerprint.take()).toEqual(before)
})
