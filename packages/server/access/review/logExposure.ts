import type { Catalog } from '../../catalog/Catalog.ts'
import { messageOf } from '../../errors/inspectError.ts'
import { levels } from '../../logs/LogEntry.ts'
import { logWidened, type WideningContext } from './logWidened.ts'

/** The parts of the app that evaluate and log what a change opens. */
interface ExposureContext extends WideningContext {
  /** Returns the collections as of the last commit. Unchanged ones are the same objects each time. */
  snapshot: () => Promise<{ catalog: Catalog }>
}

/** Performs a change of collections, if it is one, then logs what guests and new users can do since. */
export async function logExposure<T>(context: ExposureContext, change: () => Promise<T>): Promise<T> {
  const before = (await context.snapshot()).catalog
  const result = await change()
  try {
    await logWidened(context, before, (await context.snapshot()).catalog)
  } catch (cause) {
    // The change is committed, so it must not fail.
    context.log({
      level: levels.error,
      message: `The exposure was not evaluated: ${messageOf(cause)}`,
      data: '{}',
      created: Date.now(),
    })
  }
  return result
}
