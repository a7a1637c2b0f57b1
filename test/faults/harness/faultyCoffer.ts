import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, type TestContext } from 'vitest'
import { type RunningCoffer, startCoffer } from '../../harness/coffer.ts'
import { copySample, type Preparation } from '../../harness/copySample.ts'
import { scratchDir } from '../../harness/scratchDir.ts'

/** A rule of `faults.c`: the next `times` calls, or by default all, for files whose path ends with `path` fail. */
export interface Fault {
  call: 'sync' | 'write' | 'truncate' | 'rename' | 'remove'
  file: string
  /**
   * `KILL` ends the process immediately instead of the call. `SLOW` delays a sync by 200 ms, and `HELD` until the failing calls are
   * replaced, while other calls go on.
   */
  error: 'EIO' | 'ENOSPC' | 'EROFS' | 'HELD' | 'KILL' | 'SLOW'
  times?: number
}

export interface FaultyCoffer {
  dataDir: string
  /** Starts the server, or restarts it after it has ended. */
  start: () => Promise<RunningCoffer>
  /** Replaces the failing calls. */
  fail: (...faults: Fault[]) => void
  /**
   * Restores the files to their state after a power cut: what the last syncs have stored. Requires that the server was killed.
   * @param options.storesSome whether the disk also has a random part of the pages that were written since
   */
  cutPower: (options?: { storesSome?: boolean }) => void
  /** Returns the syncs, renames and held syncs so far, in order, as lines of `faults.c`. */
  trace: () => string[]
}

const databases = ['data.db', 'logs.db']

const source = join(import.meta.dirname, 'faults.c')

/** Returns why system calls cannot be made to fail here; undefined where they can. */
function obstacle(): string | undefined {
  if (process.platform !== 'linux') return 'calls of the system are only made to fail on Linux'
  try {
    execFileSync('gcc', ['--version'], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'this test needs gcc to make calls of the system fail'
  }
}

/** Compiles `faults.c` into a folder. */
function compile(folder: string): string {
  const library = join(folder, 'faults.so')
  execFileSync('gcc', ['-shared', '-fPIC', '-O2', '-Wall', '-Werror', '-o', library, source, '-lpthread'], { stdio: 'inherit' })
  return library
}

/** The numbers of `faults.c`: the system's, and its own. */
const numbers: Record<Fault['error'], number> = { ...constants.errno, KILL: -1, SLOW: -2, HELD: -3 }

const pageBytes = 4096

/**
 * Copies a random part of the pages of a file over the pages of its last sync. The system writes pages to the disk at any time and in
 * any order, so a power cut can leave any of them. The same is true for the size of a file that was truncated.
 */
function storeSomePages(written: string, synced: string): void {
  const [from, to] = [readFileSync(written), readFileSync(synced)]
  const share = Math.random()
  const pages = Buffer.alloc(Math.max(from.length, to.length))
  to.copy(pages)
  let length = Math.random() < share ? Math.min(from.length, to.length) : to.length
  for (let start = 0; start < from.length; start += pageBytes) {
    if (Math.random() >= share) continue
    const end = Math.min(start + pageBytes, from.length)
    from.copy(pages, start, start, end)
    length = Math.max(length, end)
  }
  writeFileSync(synced, pages.subarray(0, length))
}

const ruleOf = ({ call, file, error, times = -1 }: Fault): string => `${call} ${file} ${numbers[error]} ${times}\n`

async function copyDataDir(prepare: readonly Preparation[]): Promise<string> {
  const { dataDir, remove } = await copySample('magazine', prepare)
  onTestFinished(remove)
  return dataDir
}

/**
 * Prepares a server whose system calls can be made to fail, on a copy of a sample. Skips the test where that is impossible.
 * @param given the data directory; by default a copy
 */
export async function faultyCoffer(
  context: TestContext,
  prepare: readonly Preparation[] = [],
  given?: string,
): Promise<FaultyCoffer> {
  const reason = obstacle()
  context.skip(reason !== undefined, reason)
  const folder = mkdtempSync(join(scratchDir, 'coffer-faults-'))
  onTestFinished(({ task }) => {
    if (task.result?.state !== 'fail') return rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    // Which pages are stored depends on chance and on the time of the power cut, so the same failure may not occur again.
    console.error(`The files after each power cut are in ${folder}.`)
  })
  const dataDir = given ?? (await copyDataDir(prepare))
  const rules = join(folder, 'rules')
  const synced = join(folder, 'synced')
  const fail: FaultyCoffer['fail'] = (...faults) => {
    writeFileSync(`${rules}.new`, faults.map(ruleOf).join(''))
    renameSync(`${rules}.new`, rules)
  }
  mkdirSync(synced)
  for (const name of databases) copyFileSync(join(dataDir, name), join(synced, name))
  fail()
  let powerCuts = 0
  const trace = join(folder, 'trace')
  writeFileSync(trace, '')
  const env = { ...process.env, LD_PRELOAD: compile(folder), COFFER_FAULTS: rules, COFFER_SYNCED: synced, COFFER_TRACE: trace }
  return {
    dataDir,
    fail,
    trace: () => readFileSync(trace, 'utf8').split('\n'),
    start: async () => {
      const coffer = await startCoffer(dataDir, [], { env })
      onTestFinished(async () => {
        await coffer.end('SIGKILL')
      })
      return coffer
    },
    cutPower: ({ storesSome = false } = {}) => {
      for (const name of storesSome ? readdirSync(synced) : []) {
        if (existsSync(join(dataDir, name))) storeSomePages(join(dataDir, name), join(synced, name))
      }
      powerCuts += 1
      cpSync(synced, join(folder, `cut${powerCuts}`), { recursive: true })
      for (const name of databases) {
        for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, name + end), { force: true })
      }
      for (const name of readdirSync(synced)) copyFileSync(join(synced, name), join(dataDir, name))
    },
  }
}
