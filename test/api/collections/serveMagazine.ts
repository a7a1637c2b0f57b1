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
  /** Sends a request as the admin and asserts success. */
  change: (method: string, path: string, body?: object) => Promise<Record<string, unknown>>
  query: (sql: string) => unknown[][]
  close: () => Promise<void>
}

/** Serves a copy of the magazine, with requests as its admin. */
export const serveMagazine = async (
  threads: 'inline' | 'pool' = 'inline',
  prepare: readonly Preparation[] = [],
): Promise<ServedMagazine> => {
  const { dataDir, remove } = await copySample('magazine', prepare)
  const { port, stop } = await startServer({ dataDir, threads })
  const admin = signToken(dataDir, 'auth', 'admin')
  const ask: ServedMagazine['ask'] = (method, path, body) =>
    askApi(port, method, `/api/collections${path}`, { token: admin, ...(body === undefined ? {} : { body }) })
  return {
    dataDir,
    port,
    admin,
    ask,
    change: async (method, path, body) => {
      const { status, text, json } = await ask(method, path, body)
      if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
      return json
    },
    query: sql => queryDatabase(dataDir, 'data', sql),
    close: async () => {
      await stop()
      await remove()
    },
  }
}
