import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { type ApiResponse, askApi, type RequestOptions } from './askApi.ts'
import { startCoffer } from './coffer.ts'
import { copySample, type Preparation } from './copySample.ts'
import { queryDatabase } from './queryDatabase.ts'
import { type RawResponse, sendBytes } from './sendBytes.ts'
import { signToken } from './signToken.ts'

/** Content of a file beside the public folder, which must never be served. */
const outsideText = 'this lies outside of what is public'

/** Starts of files that no response may contain. */
const foreignContent = ['SQLite format 3\0', 'root:x:0:0', '"workspaces"', outsideText]

export interface WatchedServer {
  dataDir: string
  port: number
  admin: string
  /** Sends a request and asserts a valid response: no 5xx, and the error format for a 4xx. */
  ask: (method: string, path: string, requestOptions?: RequestOptions) => Promise<ApiResponse>
  /** Does the same for raw bytes; they must make the server close the connection. */
  send: (bytes: string | Uint8Array) => Promise<RawResponse>
  /** Asserts that the process is running and responds. */
  assertAlive: () => Promise<void>
  /** Stops the server; asserts that it printed, logged and returned neither secrets nor these texts. */
  close: (unsaid?: readonly string[]) => Promise<void>
}

/** Whether a request shows that it is in the dialect of today, whose envelope has the key `status`. */
const isToday = (what: string): boolean => what.includes(' /today/api/')

function assertErrorFormat(status: number, text: string, what: string): void {
  const parsed = JSON.parse(text)
  const { [isToday(what) ? 'status' : 'code']: code, message, data, ...more } = parsed
  expect({ code, message: typeof message, data: typeof data, more }, what).toEqual({
    code: status,
    message: 'string',
    data: 'object',
    more: {},
  })
}

function assertValidResponse(status: number | undefined, text: string, hasBody: boolean, what: string): void {
  expect(status, `${what}: ${text.slice(0, 300)}`).toBeGreaterThanOrEqual(200)
  expect(status, `${what}: ${text.slice(0, 300)}`).toBeLessThan(500)
  if (status !== undefined && status >= 400 && hasBody) assertErrorFormat(status, text, what)
  for (const content of foreignContent) expect(text.includes(content), `${what} returns ${content}`).toBe(false)
}

/** Values of the settings that are masked in responses. */
const settingsSecrets = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) =>
        /secret$|password$/i.test(key) && typeof part === 'string' ? [part] : settingsSecrets(part),
      )
    : []

/** Reads the secrets with one query, because each query of a PostgreSQL database exports it. */
function readSecrets(dataDir: string): string[] {
  const keys = ['_admins', 'users', 'clients'].map(table => `SELECT tokenKey, passwordHash FROM ${table}`)
  const settings = "SELECT value, 'settings' FROM _params WHERE key = 'settings'"
  const rows = queryDatabase(dataDir, 'data', [...keys, settings].join(' UNION ALL '))
  const secrets = rows.flatMap(([first, second]) =>
    second === 'settings' ? settingsSecrets(JSON.parse(String(first))) : [String(first), String(second)],
  )
  return secrets.filter(secret => secret !== '')
}

/** Serves a copy of the magazine from a separate process, and checks every response, the log and the output of the process. */
export async function watchServer(prepare: readonly Preparation[] = []): Promise<WatchedServer> {
  const copy = await copySample('magazine', prepare)
  const folder = dirname(copy.dataDir)
  await mkdir(join(folder, 'site/deep'), { recursive: true })
  await writeFile(join(folder, 'site/index.html'), 'the public page')
  await writeFile(join(folder, 'outside.txt'), outsideText)
  const coffer = await startCoffer(copy.dataDir, [
    '--dev',
    '--publicDir',
    join(folder, 'site'),
    '--indexFallback=false',
    '--limitTries=false',
  ])
  const secrets = new Set(readSecrets(copy.dataDir))
  const responses: string[] = []

  const ask: WatchedServer['ask'] = async (method, path, requestOptions) => {
    const response = await askApi(coffer.port, method, path, requestOptions)
    responses.push(response.text)
    assertValidResponse(response.status, response.text, method !== 'HEAD', `${method} ${path.slice(0, 200)}`)
    return response
  }
  const send: WatchedServer['send'] = async bytes => {
    const response = await sendBytes(coffer.port, bytes)
    responses.push(response.body)
    const line = Buffer.from(bytes).toString('latin1').slice(0, 100)
    assertValidResponse(response.status, response.body, !line.startsWith('HEAD'), line)
    return response
  }
  const assertAlive = async () => {
    expect(coffer.isRunning(), coffer.output().slice(-1000)).toBe(true)
    expect((await askApi(coffer.port, 'GET', '/api/health')).status).toBe(200)
  }
  const close = async (unsaid: readonly string[] = []) => {
    for (const secret of readSecrets(copy.dataDir)) secrets.add(secret)
    const ending = await coffer.end('SIGTERM')
    const log = queryDatabase(copy.dataDir, 'logs', 'SELECT message, data FROM _logs').flat().map(String)
    await copy.remove()
    expect([ending.status, ending.stderr]).toEqual([0, ''])
    const places = { responses, log, printed: [ending.stdout] }
    for (const [place, texts] of Object.entries(places)) {
      const leaked = [...secrets, ...unsaid].filter(secret => texts.some(text => text.includes(secret)))
      expect(leaked, `secrets in ${place}`).toEqual([])
    }
    expect(log.length, 'log entries').toBeGreaterThan(0)
  }
  return {
    dataDir: copy.dataDir,
    port: coffer.port,
    admin: signToken(copy.dataDir, 'auth', 'admin'),
    ask,
    send,
    assertAlive,
    close,
  }
}
