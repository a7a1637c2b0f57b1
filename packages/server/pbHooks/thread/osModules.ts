import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import * as path from 'node:path'
import { workerData } from 'node:worker_threads'
import type { ThreadStart } from '../messages.ts'
import { notOffered } from '../notOffered.ts'
import { GoError, missingMembers } from './errors.ts'
import { callHost } from './hostCalls.ts'
import { Bytes, toBytes } from './Reader.ts'

const reasons: Readonly<globalThis.Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EEXIST: 'file exists',
  EACCES: 'permission denied',
  ENOTEMPTY: 'directory not empty',
}

/** Runs work, with the errors of 0.22. */
export function attempt<T>(verb: string, file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new GoError(`${verb} ${file}: ${reasons[code] ?? code}`)
  }
}

/** Maximum bytes of the output of a command. */
const maxOutputBytes = 32 * 1024 * 1024
/** Time of a command in milliseconds, except on the command line: less than a script can compute, so that it can catch the error. */
const maxCommandMs = (workerData as ThreadStart).command ? undefined : 9_000

/** Explains why a command has no output, as Go does if Go has the same limit. */
function commandError(name: string, dir: string, { code = '' }: NodeJS.ErrnoException): GoError {
  if (code === 'ETIMEDOUT') return new GoError(`exec: "${name}": it took more than ${Number(maxCommandMs) / 1000} seconds`)
  if (code === 'ENOBUFS') return new GoError(`exec: "${name}": its output is larger than ${maxOutputBytes / 1024 ** 2} MB`)
  if (code !== 'ENOENT') return new GoError(`fork/exec ${name}: ${reasons[code] ?? code}`)
  if (dir && !fs.existsSync(dir)) return new GoError(`chdir ${dir}: no such file or directory`)
  return new GoError(`exec: "${name}": executable file not found in $PATH`)
}

function command(name: string, ...args: string[]) {
  const settings = { dir: '', env: undefined as string[] | undefined }
  const run = () => {
    const env = settings.env && Object.fromEntries(settings.env.map(pair => pair.split(/=(.*)/s).slice(0, 2)))
    // An operation of the server restarts the time that the script can compute.
    callHost('sleep', [0])
    const { status, signal, error, stdout, stderr } = spawnSync(name, args, {
      cwd: settings.dir || undefined,
      env: env ?? process.env,
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
    ...missingMembers(notOffered.command),
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
  readDir: (folder: string) =>
    attempt('open', folder, () =>
      fs
        .readdirSync(folder, { withFileTypes: true })
        .sort((one, other) => (one.name < other.name ? -1 : 1))
        .map(entry => ({
          name: () => entry.name,
          isDir: () => entry.isDirectory(),
          info: () => ({ size: () => fs.statSync(path.join(folder, entry.name)).size }),
        })),
    ),
  mkdir: (folder: string, mode = 0o755): void => void attempt('mkdir', folder, () => fs.mkdirSync(folder, { mode })),
  mkdirAll: (folder: string, mode = 0o755): void =>
    void attempt('mkdir', folder, () => fs.mkdirSync(folder, { mode, recursive: true })),
  remove: (file: string): void => attempt('remove', file, () => fs.rmSync(file)),
  removeAll: (file: string): void => attempt('remove', file, () => fs.rmSync(file, { recursive: true, force: true })),
  rename: (from: string, to: string): void => attempt('rename', from, () => fs.renameSync(from, to)),
  truncate: (file: string, size: number): void => attempt('truncate', file, () => fs.truncateSync(file, size)),
  cmd: command,
  exec: command,
  ...missingMembers(notOffered.os),
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
  ...missingMembers(notOffered.filepath),
}
