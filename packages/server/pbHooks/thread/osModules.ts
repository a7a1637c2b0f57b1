import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import * as path from 'node:path'
import { workerData } from 'node:worker_threads'
import type { ThreadStart } from '../messages.ts'
import type { Program, StartedProgram } from '../Programs.ts'
import { attempt, reasonOf } from './attempt.ts'
import { GoError } from './errors.ts'
import { DirFs, readFolder, walk, walkDir } from './folders.ts'
import { callHost } from './hostCalls.ts'
import { Bytes, toBytes } from './Reader.ts'

/** Maximum bytes of the output of a command. */
const maxOutputBytes = 32 * 1024 * 1024
/** Time of a command in milliseconds, except on the command line: less than a script can compute, so that it can catch the error. */
const maxCommandMs = (workerData as ThreadStart).command ? undefined : 9_000

/** Explains why a command has no output, as Go does if Go has the same limit. */
function commandError(name: string, dir: string, error: Partial<NodeJS.ErrnoException>): GoError {
  const { code } = error
  if (code === 'ETIMEDOUT') return new GoError(`exec: "${name}": it took more than ${Number(maxCommandMs) / 1000} seconds`)
  if (code === 'ENOBUFS') return new GoError(`exec: "${name}": its output is larger than ${maxOutputBytes / 1024 ** 2} MB`)
  if (code !== 'ENOENT') return new GoError(`fork/exec ${name}: ${reasonOf(error)}`)
  if (dir && !fs.existsSync(dir)) return new GoError(`chdir ${dir}: no such file or directory`)
  return new GoError(`exec: "${name}": executable file not found in $PATH`)
}

function command(name: string, ...args: string[]) {
  const settings = { dir: '', env: undefined as string[] | undefined }
  let started: number | undefined
  const envOf = (): NodeJS.ProcessEnv =>
    settings.env ? Object.fromEntries(settings.env.map(pair => pair.split(/=(.*)/s).slice(0, 2))) : process.env
  const run = () => {
    // An operation of the server restarts the time that the script can compute.
    callHost('sleep', [0])
    const { status, signal, error, stdout, stderr } = spawnSync(name, args, {
      cwd: settings.dir || undefined,
      env: envOf(),
      maxBuffer: maxOutputBytes,
      timeout: maxCommandMs,
      killSignal: 'SIGKILL',
    })
    if (error) throw commandError(name, settings.dir, error)
    if (status !== 0) throw new GoError(status === null ? `signal: ${signal}` : `exit status ${status}`)
    return { stdout, stderr }
  }
  return Object.assign(settings, {
    run: (): void => void run(),
    output: (): number[] => Bytes.fromBuffer(run().stdout),
    combinedOutput: (): number[] => {
      const { stdout, stderr } = run()
      return [...stdout, ...stderr]
    },
    /** Starts the program, and does not wait for its end. Its output is dropped. */
    start: (): void => {
      if (started !== undefined) throw new GoError('exec: already started')
      const program = { name: String(name), args: args.map(String), dir: settings.dir, env: { ...envOf() } } satisfies Program
      const answer = callHost('startProgram', [program]) as StartedProgram
      if ('code' in answer) throw commandError(name, settings.dir, answer)
      started = answer.id
    },
    /** Waits for the end of the program, which can take longer than a script can compute. */
    wait: (): void => {
      if (started === undefined) throw new GoError('exec: not started')
      const status = callHost('waitForProgram', [started])
      if (status !== 'exit status 0') throw new GoError(String(status))
    },
  })
}

/** `$os` of 0.22. The environment has only the variables that `--codeEnv` names. */
export const os = {
  args: [...process.argv],
  /** Ends the thread: in a command the process, elsewhere the call. */
  exit: (status = 0): never => process.exit(Number(status)),
  getenv: (name: string): string => process.env[name] ?? '',
  getwd: (): string => process.cwd(),
  tempDir: (): string => tmpdir(),
  readFile: (file: string): number[] => attempt('open', file, () => Bytes.fromBuffer(fs.readFileSync(file))),
  writeFile: (file: string, content: unknown, mode = 0o644): void =>
    attempt('open', file, () => fs.writeFileSync(file, toBytes(content), { mode })),
  readDir: readFolder,
  mkdir: (folder: string, mode = 0o755): void => void attempt('mkdir', folder, () => fs.mkdirSync(folder, { mode })),
  mkdirAll: (folder: string, mode = 0o755): void =>
    void attempt('mkdir', folder, () => fs.mkdirSync(folder, { mode, recursive: true })),
  remove: (file: string): void => attempt('remove', file, () => fs.rmSync(file)),
  removeAll: (file: string): void => attempt('remove', file, () => fs.rmSync(file, { recursive: true, force: true })),
  rename: (from: string, to: string): void => attempt('rename', from, () => fs.renameSync(from, to)),
  truncate: (file: string, size: number): void => attempt('truncate', file, () => fs.truncateSync(file, size)),
  cmd: command,
  exec: command,
  dirFS: (folder: string): DirFs => new DirFs(String(folder)),
}

const pattern = (glob: string): RegExp =>
  new RegExp(
    `^${glob
      .replaceAll(/[.+^${}()|\\]/g, '\\$&')
      .replaceAll('*', '[^/]*')
      .replaceAll('?', '[^/]')}$`,
  )

/** `$filepath` of 0.22. */
export const filepath = {
  join: (...parts: string[]): string => path.join(...parts),
  base: (file: string): string => path.basename(file),
  dir: (file: string): string => path.dirname(file),
  ext: (file: string): string => /\.[^./]*$/.exec(file)?.[0] ?? '',
  clean: (file: string): string => path.normalize(file).replace(/(.)\/$/, '$1'),
  isAbs: (file: string): boolean => path.isAbsolute(file),
  rel: (from: string, to: string): string => path.relative(from, to) || '.',
  abs: (file: string): string => path.resolve(file),
  match: (glob: string, file: string): boolean => pattern(glob).test(file),
  glob: (glob: string): string[] => fs.globSync(glob).sort(),
  split: (file: string): string[] => [file.slice(0, file.lastIndexOf('/') + 1), file.slice(file.lastIndexOf('/') + 1)],
  splitList: (list: string): string[] => (list === '' ? [] : list.split(path.delimiter)),
  toSlash: (file: string): string => file,
  fromSlash: (file: string): string => file,
  walk,
  walkDir,
}
