import { setTimeout as wait } from 'node:timers/promises'
import type { App } from '../app/App.ts'
import { isCausedBy } from '../db/DatabaseError.ts'

const maxAttempts = 5
/** Maximum milliseconds between a commit of the writer and its notification. */
const maxNotificationDelayMs = 20

const hasChanged = async ({ versions }: Pick<App, 'versions'>, since: number, error: unknown): Promise<boolean> => {
  const changed = () => versions.current('collections') !== since
  if (changed() || !isCausedBy(error, 'unknownName')) return changed()
  await wait(maxNotificationDelayMs)
  return changed()
}

/**
 * Repeats a read if collections have changed while it ran: a request that looked up fields before the change and records after it would
 * miss columns or confuse them. The read must have no effects.
 */
export const withStableSchema = async <T>(app: Pick<App, 'versions'>, read: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    const version = app.versions.current('collections')
    const isLast = attempt === maxAttempts
    try {
      const result = await read()
      if (isLast || !(await hasChanged(app, version, undefined))) return result
    } catch (error) {
      if (isLast || !(await hasChanged(app, version, error))) throw error
    }
  }
}
