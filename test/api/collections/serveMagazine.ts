import { type ApiResponse, askApi } from '../../harness/askApi.ts'
import { copySample, type Preparation } from '../../harness/copySample.ts'
import { queryDatabase } from '../../harness/queryDatabase.ts'
import { signToken } from '../../harness/signToken.ts'
import { startServer } from '../../harness/startServer.ts'

export interface ServedMagazine {
  dataDir: string
  port: number
  admin: string
  /** Sends a request as the admin, relative to /api/collections. */
  ask: (method: string, path: string, body?: object) => Promise<ApiResponse>
  /** Sends a request as the admin and asserts success. The path begins with the dialect. */
  asAdmin: (method: string, path: string, body?: object) => Promise<Record<string, unknown>>
  /** Sends a request as the admin, relative to /api/collections, and asserts success. */
  change: (method: string, path: string, body?: object) => Promise<Record<string, unknown>>
  query: (sql: string) => unknown[][]
  close: () => Promise<void>
}

/**
 * Serves a copy of the magazine, with requests as its admin.
 * @param args arguments as `startServer` takes them
 */
export async function serveMagazine(
  threads: 'inline' | 'pool' = 'inline',
  prepare: readonly Preparation[] = [],
  args: string[] = [],
): Promise<ServedMagazine> {
  const { dataDir, remove } = await copySample('magazine', prepare)
  const { port, stop } = await startServer({ dataDir, threads, args })
  const admin = signToken(dataDir, 'auth', 'admin')
  const askAll: ServedMagazine['ask'] = (method, path, body) =>
    askApi(port, method, path, { token: admin, ...(body === undefined ? {} : { body }) })
  const asAdmin: ServedMagazine['asAdmin'] = async (method, path, body) => {
    const { status, text, json } = await askAll(method, path, body)
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
    return json
  }
  return {
    dataDir,
    port,
    admin,
    ask: (method, path, body) => askAll(method, `/api/collections${path}`, body),
    asAdmin,
    change: (method, path, body) => asAdmin(method, `/api/collections${path}`, body),
    query: sql => queryDatabase(dataDir, 'data', sql),
    close: async () => {
      await stop()
      await remove()
    },
  }
}
