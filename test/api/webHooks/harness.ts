import { expect, onTestFinished } from 'vitest'
import type { WebHook } from '../../../packages/schema/index.ts'
import { type ApiResponse, askApi } from '../../harness/askApi.ts'
import { copySample } from '../../harness/copySample.ts'
import { openReceiver, type Receiver } from '../../harness/openReceiver.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'

export const records = '/api/collections/scratch/records'

interface ListedDelivery {
  id: string
  message: string
  state: 'waiting' | 'delivered' | 'parked'
  created: string
  due: string
  attempts: number
  last: { status?: number; response?: string; error?: string }
  body?: object
}

export interface HookServer {
  dataDir: string
  port: () => number
  ask: (method: string, path: string, body?: object, token?: string) => Promise<ApiResponse>
  /** The token of an admin. */
  token: string
  /** Creates a web hook and returns it with its secret. */
  createHook: (options: object) => Promise<WebHook>
  deliveries: (hook: string) => Promise<ListedDelivery[]>
  stop: () => Promise<void>
  start: () => Promise<void>
}

/** Starts a server on a copy of the sample. Web hooks can send to this machine. */
export async function startHookServer({
  args = ['--privateWebHooks'],
  retryDelaysMs = [50, 50, 50],
}: {
  args?: string[]
  retryDelaysMs?: readonly number[]
} = {}): Promise<HookServer> {
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  let server: RunningServer | undefined
  const start = async () => {
    server = await startServer({ dataDir, args, webHookRetryDelaysMs: retryDelaysMs })
  }
  const stop = async () => {
    await server?.stop()
    server = undefined
  }
  await start()
  onTestFinished(stop)
  const token = signToken(dataDir, 'auth', 'admin')
  const port = () => server?.port ?? 0
  const ask: HookServer['ask'] = (method, path, body, as = token) =>
    askApi(port(), method, path, { token: as, ...(body && { body }) })
  return {
    dataDir,
    port,
    ask,
    token,
    stop,
    start,
    createHook: async options => {
      const response = await ask('POST', '/api/web-hooks', options)
      expect(response.status, response.text).toBe(200)
      return response.json as unknown as WebHook
    },
    deliveries: async hook => JSON.parse((await ask('GET', `/api/web-hooks/${hook}/deliveries`)).text),
  }
}

/** Starts a receiver that ends with the test. */
export async function startReceiver(...given: Parameters<typeof openReceiver>): Promise<Receiver> {
  const receiver = await openReceiver(...given)
  onTestFinished(receiver.close)
  return receiver
}
