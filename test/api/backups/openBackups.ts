import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { expect, onTestFinished } from 'vitest'
import { ZipFile } from 'yazl'
import { unpackArchive } from '../../../packages/server/backups/unpackArchive.ts'
import { type ApiResponse, askApi, type RequestOptions } from '../../harness/askApi.ts'
import { copySample, type Preparation } from '../../harness/copySample.ts'
import { scratchDir } from '../../harness/scratchDir.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'

export interface BackupServer {
  dataDir: string
  server: RunningServer
  /** Sends a request as the admin. */
  ask: (method: string, path: string, requestOptions?: RequestOptions) => Promise<ApiResponse>
  /** Sends a request as the admin and asserts success. */
  change: (method: string, path: string, body?: object) => Promise<Record<string, unknown>>
  keys: () => Promise<string[]>
  /** Unpacks a backup into a new folder. */
  unpack: (key: string) => Promise<string>
  upload: (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<ApiResponse>
  canBackup: () => Promise<boolean>
}

/** Serves a copy of the magazine until the test ends. */
export async function openBackups(
  threads: 'inline' | 'pool' = 'inline',
  prepare: readonly Preparation[] = [],
): Promise<BackupServer> {
  const { dataDir, remove } = await copySample('magazine', prepare)
  onTestFinished(remove)
  const admin = signToken(dataDir, 'auth', 'admin')
  const fileToken = signToken(dataDir, 'file', 'admin')
  const server = await startServer({ dataDir, threads })
  onTestFinished(server.stop)
  const ask: BackupServer['ask'] = (method, path, requestOptions) =>
    askApi(server.port, method, path, { token: admin, ...requestOptions })
  const change: BackupServer['change'] = async (method, path, body) => {
    const { status, text, json } = await ask(method, path, body ? { body } : {})
    expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
    return json
  }
  return {
    dataDir,
    server,
    ask,
    change,
    keys: async () => {
      const { text } = await ask('GET', '/api/backups')
      return (JSON.parse(text) as { key: string }[]).map(({ key }) => key)
    },
    unpack: async key => {
      const folder = await mkdtemp(join(scratchDir, 'coffer-test-'))
      onTestFinished(() => rm(folder, { recursive: true, force: true }))
      const response = await fetch(`http://127.0.0.1:${server.port}/api/backups/${key}?token=${fileToken}`)
      const archive = join(folder, 'a.zip')
      await pipeline(response.body ?? [], createWriteStream(archive))
      await unpackArchive({ kind: 'unpack', archive, folder: join(folder, 'unpacked') })
      return join(folder, 'unpacked')
    },
    upload: (name, bytes) => {
      const form = new FormData()
      form.set('file', new File([bytes], name))
      return ask('POST', '/api/backups/upload', { body: form })
    },
    canBackup: async () => {
      const { json } = await ask('GET', '/api/health')
      return (json.data as { canBackup: boolean }).canBackup
    },
  }
}

/** Packs files into an archive; the values are texts or paths of files. */
export async function makeArchive(files: Record<string, Buffer>): Promise<Uint8Array<ArrayBuffer>> {
  const folder = await mkdtemp(join(scratchDir, 'coffer-test-'))
  try {
    const zip = new ZipFile()
    for (const [name, content] of Object.entries(files)) zip.addBuffer(content, name)
    zip.end()
    const path = join(folder, 'a.zip')
    await pipeline(zip.outputStream, createWriteStream(path))
    return new Uint8Array(await readFile(path))
  } finally {
    await rm(folder, { recursive: true })
  }
}
