import type { Catalog } from '../../catalog/Catalog.ts'
import { messageOf } from '../../errors/inspectError.ts'
import { levels } from '../../logs/LogEntry.ts'
import { logWidened, type WideningContext } from './logWidened.ts'

/** The parts of the app that evaluate and log what a change opens. */
interface ExposureContext extends WideningContext {
  /** Returns the collections as of the last commit. Unchanged ones are the same objects each time. */
  snapshot: () => Promise<{ catalog: Catalog }>
}

/** The collections that were evaluated last, by what returns them. */
const lastEvaluated = new WeakMap<ExposureContext['snapshot'], Catalog>()

/** Logs what has widened since a change, unless a change that ran at the same time has logged it. */
async function logSince(context: ExposureContext, before: Catalog): Promise<void> {
  const after = (await context.snapshot()).catalog
  const last = lastEvaluated.get(context.snapshot)
  const from = last !== undefined && last.version > before.version ? last : before
  if (from === last && last.version >= after.version) return
  lastEvaluated.set(context.snapshot, after)
  await logWidened(context, from, after)
}

/**
 * Runs a change, then logs what it has opened to guests and new users.
 * @param hasChanged whether the result of the change is one that can have changed collections
 */
export async function logExposure<T>(
  context: ExposureContext,
  change: () => Promise<T>,
  hasChanged: (result: T) => boolean = () => true,
): Promise<T> {
  const before = (await context.snapshot()).catalog
  const result = await change()
  if (!hasChanged(result)) return result
  try {
    await logSince(context, before)
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
