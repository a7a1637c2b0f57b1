import { client } from '../../../queries/connection/client.ts'

/** Milliseconds after which it is looked whether all is restored, between two looks, and after which nobody waits any longer. */
const pause = 2000
const between = 500
const longest = 10 * 60_000

const wait = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))

const isReady = async (): Promise<boolean> => {
  try {
    // The session may be one of the data that was replaced, so this answer must not depend on it.
    const { data } = await client.health.check({ headers: { Authorization: '' } })
    return data.canBackup === true
  } catch {
    return false
  }
}

/** Resolves when the server has nothing to restore any more. While it changes its data it may answer nothing at all. */
export async function untilRestored(): Promise<void> {
  const end = performance.now() + longest
  await wait(pause)
  while (!(await isReady()) && performance.now() < end) await wait(between)
}
