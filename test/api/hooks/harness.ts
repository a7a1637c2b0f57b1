import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { CodeOptions } from '../../../packages/server/code/ProcessPool.ts'
import { askApi, type RequestOptions } from '../../harness/askApi.ts'
import { copySample, type Preparation } from '../../harness/copySample.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, type ServerSetup, startServer } from '../../harness/startServer.ts'

export const records = '/api/collections/scratch/records'

/** Options for hooks inside of transactions in tests that are not about their time: on a busy machine, they can need more than 500 ms. */
export const unhurried = { insideMs: 60_000 }

/** Writes files by their paths below a folder. */
function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

/** Starts a server on a copy of the sample, with files of hooks and public files by their paths. */
export async function startCodeServer(
  files: Record<string, string>,
  code: CodeOptions = {},
  threads: 'inline' | 'pool' = 'inline',
  publicFiles: Record<string, string> = {},
  { prepare = [], ...options }: ServerSetup['hooks'] & { prepare?: Preparation[] } = {},
) {
  const { dataDir, remove } = await copySample('magazine', prepare)
  onTestFinished(remove)
  const hooksDir = mkdtempSync(join(tmpdir(), 'coffer-hooks-'))
  onTestFinished(() => rmSync(hooksDir, { recursive: true, force: true }))
  const save = (name: string, content: string) => writeFiles(hooksDir, { [name]: content })
  mkdirSync(join(hooksDir, 'node_modules'))
  symlinkSync(join(fileURLToPath(import.meta.resolve('hono')), '../..'), join(hooksDir, 'node_modules/hono'))
  writeFiles(hooksDir, files)
  const publicDir = join(dataDir, '..', 'public')
  writeFiles(publicDir, publicFiles)
  let server: RunningServer | undefined
  const stop = async () => {
    await server?.stop()
    server = undefined
  }
  const start = async () => {
    server = await startServer({
      dataDir,
      threads,
      // On a busy machine, hooks and routes can take long.
      hooks: { hooksDir, publicDir, code: { deadlineMs: 60_000, retryDelaysMs: [50, 50, 50], ...code }, ...options },
    })
  }
  await start()
  onTestFinished(stop)
  const admin = signToken(dataDir, 'auth', 'admin')
  const ask = (
    method: string,
    path: string,
    body?: RequestOptions['body'],
    token = admin,
    headers: Record<string, string> = {},
  ) => askApi(server?.port ?? 0, method, path, { token, headers, ...(body !== undefined && { body }) })
  /** Lists the values of the field `t` of all records. */
  const texts = async (filter = '') => {
    const { text } = await ask('GET', `${records}?perPage=500&sort=created&filter=${encodeURIComponent(filter)}`)
    return (JSON.parse(text).items as { t: string }[]).map(({ t }) => t)
  }
  /** Lists the names of all records of `registry`. */
  const names = async () => {
    const { text } = await ask('GET', '/api/collections/registry/records?perPage=500&sort=created')
    return (JSON.parse(text).items as { name: string }[]).map(({ name }) => name)
  }
  return {
    admin,
    dataDir,
    hooksDir,
    save,
    start,
    stop,
    ask,
    texts,
    names,
    get port() {
      return server?.port ?? 0
    },
  }
}
