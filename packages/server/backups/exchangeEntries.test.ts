import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { localDisk } from './Disk.ts'
import { completeExchange, exchangeEntries, incomingFolder, revertExchange } from './exchangeEntries.ts'

const earlier = { 'data.db': 'old', 'logs.db': 'old', 'storage/a.txt': 'old', 'types.d.ts': 'old', 'backups/b.zip': 'kept' }
const later = { 'data.db': 'new', 'logs.db': 'new', 'storage/z.txt': 'new', 'other.txt': 'new' }

async function write(folder: string, files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
}

async function read(folder: string) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = found.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const texts = await Promise.all(paths.map(async path => [path.slice(folder.length + 1), await readFile(path, 'utf8')]))
  return Object.fromEntries(texts)
}

async function makeDirectory() {
  const dataDir = await mkdtemp(join(tmpdir(), 'coffer-test-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  await write(dataDir, earlier)
  await write(incomingFolder(dataDir), later)
  return dataDir
}

/** Creates a disk whose n-th move fails, and which counts the moves. */
function breakingAt(turn: number) {
  let count = 0
  const move = async (from: string, to: string) => {
    count += 1
    if (count === turn) throw new Error('the disk has gone')
    await rename(from, to)
  }
  return { count: () => count, disk: { ...localDisk, move } }
}

test('a restore replaces all entries of the data directory except backups', async () => {
  const dataDir = await makeDirectory()
  const { disk, count } = breakingAt(0)
  await exchangeEntries(dataDir, disk)
  await completeExchange(dataDir)
  expect(await revertExchange(dataDir)).toBe(false)
  await rm(join(dataDir, '.pb_temp_to_delete'), { recursive: true, force: true })
  expect(await read(dataDir)).toEqual({ ...later, 'backups/b.zip': 'kept' })
  expect(count()).toBe(8)
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])('after a restore fails at move %i, the earlier data can be put back', async turn => {
  const dataDir = await makeDirectory()
  await expect(exchangeEntries(dataDir, breakingAt(turn).disk)).rejects.toThrow('the disk has gone')
  expect(await revertExchange(dataDir)).toBe(true)
  expect(await read(dataDir)).toEqual(earlier)
})

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9])('putting back the earlier data can be repeated after it fails at move %i', async turn => {
  const dataDir = await makeDirectory()
  await exchangeEntries(dataDir)
  await write(dataDir, { 'data.db-wal': 'of the new one' })
  await revertExchange(dataDir, breakingAt(turn).disk).catch(() => undefined)
  await revertExchange(dataDir)
  expect(await read(dataDir)).toEqual(earlier)
})
