import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { askApi, type RequestOptions } from './askApi.ts'
import { startCoffer } from './coffer.ts'
import { copySample, type Preparation } from './copySample.ts'
import { signToken } from './signToken.ts'

interface HookOptions {
  args?: string[]
  env?: Record<string, string>
  prepare?: Preparation[]
  /** Further files, by their paths beside the data directory. */
  files?: Record<string, string>
}

/** Copies the magazine, with a file of `pb_hooks` beside it. */
export async function preparePbHooks(source: string, { prepare = [], files = {} }: Pick<HookOptions, 'prepare' | 'files'> = {}) {
  const { dataDir, remove } = await copySample('magazine', prepare)
  onTestFinished(remove)
  const folder = join(dataDir, '../pb_hooks')
  const save = async (path: string, content: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  await save('main.pb.js', source)
  for (const [path, content] of Object.entries(files)) await save(join('..', path), content)
  return { dataDir, folder, save }
}

/** Starts the magazine with a file of `pb_hooks` beside it, until the test ends. */
export async function openPbHooks(source: string, { args = [], env = {}, ...files }: HookOptions = {}) {
  const prepared = await preparePbHooks(source, files)
  const coffer = await startCoffer(prepared.dataDir, args, { env: { ...process.env, ...env } })
  onTestFinished(async () => void (await coffer.end('SIGTERM')))
  const token = signToken(prepared.dataDir, 'auth', 'admin')
  /** Sends a request of an admin. */
  const ask = (method: string, path: string, options: RequestOptions = {}) =>
    askApi(coffer.port, method, path, { token, ...options })
  let seen = 0
  /** Returns what the files have printed in angle brackets since the last call. */
  const noted = (): string[] => {
    const all = coffer.output().match(/<on[^>]*>/g) ?? []
    const start = seen
    seen = all.length
    return all.slice(start)
  }
  return { ...prepared, coffer, ask, noted }
}
