import { logWidened } from '../../access/review/logWidened.ts'
import { messageOf } from '../../errors/inspectError.ts'
import { levels } from '../../logs/LogEntry.ts'
import type { App } from '../App.ts'

/** Changes collections, then logs what guests and new users can do since. */
export async function logExposure<T>(app: App, change: () => Promise<T>): Promise<T> {
  const result = await change()
  try {
    await logWidened(app, app.catalog, (await app.snapshot()).catalog)
  } catch (cause) {
    // The change is committed, so the request must not fail.
    app.log({
      level: levels.error,
      message: `The exposure was not evaluated: ${messageOf(cause)}`,
      data: '{}',
      created: Date.now(),
    })
  }
  return result
}
