import type { MailTimeLimits } from '../../packages/server/mail/MailQueue.ts'
import { createServer } from '../../packages/server/site/createServer.ts'
import { type ApiResponse, askApi } from './askApi.ts'
import { copySample } from './copySample.ts'
import { mailSettings } from './openMailServer.ts'
import { databaseOf } from './postgres/testDatabases.ts'
import { queryDatabase } from './queryDatabase.ts'
import { signToken } from './signToken.ts'

interface LogLine {
  level: number
  /** Status of a request. */
  status: number
  text: string
}

export interface MailingServer {
  dataDir: string
  post: (path: string, body: object, token?: string) => Promise<ApiResponse>
  /** Sends a test email; returns the error message, '' if the email was accepted. */
  sendTest: () => Promise<string>
  patchSettings: (changes: object) => Promise<ApiResponse>
  /** Returns the token of a user. */
  tokenOf: (user: string) => string
  deleteRecord: (collection: string, id: string) => Promise<ApiResponse>
  /** Stops the server and returns its warnings. */
  stop: () => Promise<string[]>
  /** Stops the server and returns its log. */
  stopAndReadLog: () => Promise<LogLine[]>
}

/** Short retryDelaysMs between attempts, because the test mail servers are local. */
const shortTimes: MailTimeLimits = { timeoutMs: 30_000, retryDelaysMs: [50, 50, 50] }

/** Serves a copy of the magazine that sends its emails with these settings. */
export async function serveMails(
  smtp: Parameters<typeof mailSettings>[0],
  { threads = 'inline', mailTimeLimits = shortTimes }: { threads?: 'inline' | 'pool'; mailTimeLimits?: MailTimeLimits } = {},
): Promise<MailingServer> {
  const { dataDir, remove } = await copySample('magazine', [mailSettings(smtp)])
  const started = new Date().toISOString().replace('T', ' ')
  const database = databaseOf(dataDir)
  const options = { dataDir, ...(database !== undefined && { database }), threads, queryTimeout: 30, encryptionKey: '' }
  const server = await createServer({ ...options, mailTimeLimits })
  const { port } = await server.listen('127.0.0.1:0')
  const admin = signToken(dataDir, 'auth', 'admin')
  const end = async (): Promise<LogLine[]> => {
    await server.close()
    const sql = "SELECT level, message, data, data ->> 'status' FROM _logs WHERE created >= ? ORDER BY created, rowid"
    const rows = queryDatabase(dataDir, 'logs', sql, [started])
    await remove()
    return rows.map(([level, message, data, status]) => ({
      level: Number(level),
      status: Number(status),
      text: `${message} ${data}`,
    }))
  }
  const post: MailingServer['post'] = (path, body, token) => askApi(port, 'POST', `/api/${path}`, { body, token })
  return {
    dataDir,
    post,
    sendTest: async () => {
      const response = await post('settings/test/email', { template: 'verification', email: 'reader@readers.example' }, admin)
      return response.status === 204 ? '' : String(response.json.message)
    },
    patchSettings: changes => askApi(port, 'PATCH', '/api/settings', { body: changes, token: admin }),
    tokenOf: user => signToken(dataDir, 'auth', `users:${user}`),
    deleteRecord: (collection, id) => askApi(port, 'DELETE', `/api/collections/${collection}/records/${id}`, { token: admin }),
    stop: async () => (await end()).filter(({ level }) => level === 4).map(({ text }) => text),
    stopAndReadLog: end,
  }
}
