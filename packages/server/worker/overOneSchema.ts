import { setTimeout as wait } from 'node:timers/promises'
import type { App } from '../app/App.ts'
import { namesUnknown } from '../db/sqliteErrors.ts'
import type { ApiReply } from '../messages/ApiReply.ts'

const mostAttempts = 5
/** Milliseconds within which the writer certainly says what it has committed. */
const longestSilence = 20

/** What a read came to, and what went wrong with it. */
export interface Attempt {
  reply: ApiReply
  error?: unknown
}

const hasChanged = async ({ versions }: Pick<App, 'versions'>, since: number, error: unknown): Promise<boolean> => {
  const changed = () => versions.current('collections') !== since
  if (changed() || !namesUnknown(error)) return changed()
  await wait(longestSilence)
  return changed()
}

/**
 * Reads again when collections have changed meanwhile: a request that looked up their fields before the change and their records
 * after it would miss columns, or take one for another. Only for what has no effects.
 */
export const overOneSchema = async (app: Pick<App, 'versions'>, read: () => Promise<Attempt>): Promise<ApiReply> => {
  for (let attempt = 1; ; attempt++) {
    const version = app.versions.current('collections')
    const { reply, error } = await read()
    if (attempt === mostAttempts || !(await hasChanged(app, version, error))) return reply
  }
}
