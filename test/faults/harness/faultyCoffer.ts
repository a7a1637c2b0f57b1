import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, type TestContext } from 'vitest'
import { type RunningCoffer, startCoffer } from '../../harness/coffer.ts'
import { copySample, type Preparation } from '../../harness/copySample.ts'
import { scratchDir } from '../../harness/scratchDir.ts'

/** A rule of `faults.c`: calls for files whose path ends so fail, the next `times` or, by default, all. */
export interface Fault {
  call: 'sync' | 'write' | 'truncate' | 'rename' | 'remove'
  file: string
  /** `KILL` ends the process at once, in place of the call. */
  error: 'EIO' | 'ENOSPC' | 'EROFS' | 'KILL'
  times?: number
}

export interface FaultyCoffer {
  dataDir: string
  /** Starts the server, again after it has ended. */
  start: () => Promise<RunningCoffer>
  /** From now on these calls fail, and no others. */
  fail: (...faults: Fault[]) => void
  /** Puts the files in place that a power cut would leave. The server must have been killed before. */
  cutPower: () => void
  /** Returns the syncs and renames so far, in their order, as lines of `faults.c`. */
  trace: () => string[]
}

const databases = ['data.db', 'logs.db']

const source = join(import.meta.dirname, 'faults.c')

/** Why system calls cannot be made to fail here; undefined where they can. */
const obstacle = (): string | undefined => {
  if (process.platform !== 'linux') return 'calls of the system are only made to fail on Linux'
  try {
    execFileSync('gcc', ['--version'], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'this test needs gcc to make calls of the system fail'
  }
}

/** Compiles `faults.c` into a folder. */
const compile = (folder: string): string => {
  const library = join(folder, 'faults.so')
  execFileSync('gcc', ['-shared', '-fPIC', '-O2', '-Wall', '-Werror', '-o', library, source, '-lpthread'], { stdio: 'inherit' })
  return library
}

const ruleOf = ({ call, file, error, times = -1 }: Fault): string =>
  `${call} ${file} ${error === 'KILL' ? -1 : constants.errno[error]} ${times}\n`

/** Prepares a server over a copy of a sample whose calls of the system can be made to fail. Skips the test where that is impossible. */
export const faultyCoffer = async (context: TestContext, prepare: readonly Preparation[] = []): Promise<FaultyCoffer> => {
  const reason = obstacle()
  context.skip(reason !== undefined, reason)
  const folder = mkdtempSync(join(scratchDir, 'coffer-faults-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  const { dataDir, remove } = await copySample('magazine', prepare)
  onTestFinished(remove)
  const rules = join(folder, 'rules')
  const synced = join(folder, 'synced')
  const fail: FaultyCoffer['fail'] = (...faults) => {
    writeFileSync(`${rules}.new`, faults.map(ruleOf).join(''))
    renameSync(`${rules}.new`, rules)
  }
  mkdirSync(synced)
  for (const name of databases) copyFileSync(join(dataDir, name), join(synced, name))
  fail()
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
    cutPower: () => {
      for (const name of databases) {
        for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, name + end), { force: true })
      }
      for (const name of readdirSync(synced)) copyFileSync(join(synced, name), join(dataDir, name))
    },
  }
}
