import { askApi } from '../../harness/askApi.ts'
import { type RunningCoffer, runCoffer } from '../../harness/coffer.ts'
import { newDataDir, startForTest } from '../../harness/startForTest.ts'

const [email, password] = ['admin@example.com', 'a secret password']

interface Started {
  server: RunningCoffer
  /** The email and the token of the admin. */
  email: string
  token: string
}

/** Starts a server with an admin on an empty database, with further arguments. It is killed after the test. */
export async function startWithAdmin(address: string, args: readonly string[] = []): Promise<Started> {
  const dataDir = newDataDir()
  const server = await startForTest(dataDir, ['--database', address, ...args])
  await runCoffer(['admin', 'create', email, password, '--dir', dataDir, '--database', address])
  const body = { identity: email, password }
  const { json } = await askApi(server.port, 'POST', '/api/admins/auth-with-password', { body })
  return { server, email, token: String(json.token) }
}
