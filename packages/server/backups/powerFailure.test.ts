import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Disk } from './Disk.ts'
import { completeExchange, exchangeEntries, incomingFolder, revertExchange } from './exchangeEntries.ts'

class PowerFailure extends Error {}

/** Content of files by path; null for folders. */
type Entries = Map<string, string | null>

/** A change of the names in folders. It is on the disk once all these folders are flushed. */
interface Change {
  unflushed: Set<string>
  apply: (entries: Entries) => void
}

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

/** Adds an entry, unless its folder was lost in a power failure. */
function put(entries: Entries, path: string, content: string | null): void {
  if (entries.has(dirname(path))) entries.set(path, content)
}

function moveAll(entries: Entries, from: string, to: string): void {
  const moved = [...entries].filter(([path]) => isWithin(path, from)).sort()
  for (const [path] of moved) entries.delete(path)
  for (const [path, content] of moved) put(entries, to + path.slice(from.length), content)
}

/**
 * A disk with the guarantees of POSIX: a change of names survives a power failure once its folders are flushed. Until then, each change
 * can be lost independently of the others.
 */
class PosixDisk implements Disk {
  readonly #stored: Entries
  readonly #entries: Entries
  readonly #changes: Change[] = []
  #callsLeft: number

  /** @param calls number of calls that succeed before the power failure */
  constructor(entries: Entries, calls: number) {
    this.#stored = new Map(entries)
    this.#entries = new Map(entries)
    this.#callsLeft = calls
  }

  async names(folder: string): Promise<string[]> {
    return [...this.#entries.keys()].filter(path => dirname(path) === folder).map(path => path.slice(folder.length + 1))
  }

  async makeFolder(path: string): Promise<void> {
    if (!this.#entries.has(path)) this.#change([dirname(path)], entries => put(entries, path, null))
  }

  async write(path: string, content: string): Promise<void> {
    this.#change([dirname(path)], entries => put(entries, path, content))
  }

  async move(from: string, to: string): Promise<void> {
    this.#change([dirname(from), dirname(to)], entries => moveAll(entries, from, to))
  }

  async remove(path: string): Promise<void> {
    const paths = [...this.#entries.keys()].filter(inner => isWithin(inner, path))
    for (const inner of paths.sort().reverse()) this.#change([dirname(inner)], entries => entries.delete(inner))
  }

  async flush(folder: string): Promise<void> {
    this.#call()
    for (const { unflushed } of this.#changes) unflushed.delete(folder)
  }

  /** Returns the entries after a power failure. A coin decides about each change that was not flushed. */
  afterPowerFailure(coins: readonly boolean[]): Entries {
    const entries = new Map(this.#stored)
    let next = 0
    for (const { unflushed, apply } of this.#changes) {
      if (unflushed.size === 0 || coins[next++ % coins.length]) apply(entries)
    }
    return entries
  }

  #change(folders: string[], apply: Change['apply']): void {
    this.#call()
    apply(this.#entries)
    this.#changes.push({ unflushed: new Set(folders), apply })
  }

  #call(): void {
    if (this.#callsLeft === 0) throw new PowerFailure()
    this.#callsLeft -= 1
  }
}

const dataDir = '/data'
const incoming = incomingFolder(dataDir)

const earlier = { 'data.db': 'old', 'logs.db': 'old', storage: null, 'storage/a.txt': 'old', 'types.d.ts': 'old' }
const later = { 'data.db': 'new', 'logs.db': 'new', storage: null, 'storage/z.txt': 'new', 'other.txt': 'new' }

const below = (folder: string, files: Record<string, string | null>): [string, string | null][] =>
  Object.entries(files).map(([name, content]) => [join(folder, name), content])

const atFirst: Entries = new Map([[dataDir, null], ...below(dataDir, { backups: null, 'backups/b.zip': 'stays', ...earlier })])

/** Unpacks the new data and flushes its folders. */
async function unpack(disk: PosixDisk): Promise<void> {
  for (const folder of [dirname(incoming), incoming]) await disk.makeFolder(folder)
  for (const [path, content] of below(incoming, later)) {
    if (content === null) await disk.makeFolder(path)
    else await disk.write(path, content)
  }
  for (const folder of [join(incoming, 'storage'), incoming]) await disk.flush(folder)
}

/** Returns the data that a server would find, without the files it removes at its start. */
const dataIn = (entries: Entries) =>
  Object.fromEntries(
    [...entries]
      .filter(([path]) => path !== dataDir && !isWithin(path, '/data/backups') && !isWithin(path, '/data/.pb_temp_to_delete'))
      .map(([path, content]) => [path.slice(dataDir.length + 1), content]),
  )

/** Runs work until the power failure. Returns whether the work has finished. */
async function untilPowerFailure(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof PowerFailure) return false
    throw error
  }
}

const coins = fc.array(fc.boolean(), { minLength: 1, maxLength: 30 })

test('a restore leaves either the old or the new data complete after power failures at any point, also while it is undone', async () => {
  const calls = fc.nat({ max: 50 })
  await fc.assert(
    fc.asyncProperty(calls, coins, calls, coins, async (restoring, firstCoins, undoing, secondCoins) => {
      const disk = new PosixDisk(atFirst, restoring)
      let isKeeping = false
      const isDone = await untilPowerFailure(async () => {
        await unpack(disk)
        await exchangeEntries(dataDir, disk)
        await disk.write(join(dataDir, 'data.db-wal'), 'new')
        await disk.flush(dataDir)
        isKeeping = true
        await completeExchange(dataDir, disk)
      })
      const undone = new PosixDisk(disk.afterPowerFailure(firstCoins), undoing)
      await untilPowerFailure(async () => void (await revertExchange(dataDir, undone)))
      const last = new PosixDisk(undone.afterPowerFailure(secondCoins), Number.POSITIVE_INFINITY)
      await revertExchange(dataDir, last)
      const found = dataIn(last.afterPowerFailure([true]))
      const restored = { ...later, 'data.db-wal': 'new' }
      if (isDone) expect(found).toEqual(restored)
      else if (!isKeeping) expect(found).toEqual(earlier)
      else expect([earlier, restored]).toContainEqual(found)
    }),
    { numRuns: 2000 },
  )
})
