import { client } from '../../../queries/connection/client.ts'

const firstCheckDelayMs = 2000
const checkIntervalMs = 500
const maxWaitMs = 10 * 60_000

const wait = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))

const isReady = async (): Promise<boolean> => {
  try {
    // The restore may have replaced the admin of this session, so the request is sent without the token.
    const { data } = await client.health.check({ headers: { Authorization: '' } })
    return data.canBackup === true
  } catch {
    return false
  }
}

/** Polls the server until it has finished the restore. The server may not respond while it replaces its data. */
export async function waitForRestore(): Promise<void> {
  const end = performance.now() + maxWaitMs
  await wait(firstCheckDelayMs)
  while (!(await isReady()) && performance.now() < end) await wait(checkIntervalMs)
}
