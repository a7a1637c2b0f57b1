import { databaseTime } from '../db/databaseTime.ts'
import type { Engine } from '../db/engine.ts'
import { removeDeliveries, storedTargetsOf } from '../events/deliveries/storedDeliveries.ts'
import { hooksConsumer } from '../events/log/appendEntries.ts'
import { loadParam, saveParam } from '../settings/storedParams.ts'

/** Time for which the calls of a missing hook are kept, because its file can come back. */
const retentionMs = 3 * 24 * 60 * 60_000

/** The row of `_params` with the time of `databaseTime` since when each hook with stored calls is missing, by its key. */
const key = 'cofferMissingHooks'

/** The text of the row when no hook is missing. */
const none = '{}'

function parseTimes(json: string): Map<string, number> {
  try {
    return new Map(Object.entries(JSON.parse(json) as Record<string, number>))
  } catch {
    return new Map()
  }
}

/**
 * Removes the calls of hooks that have been missing for 3 days, and stores since when others are missing. The age of a call does not
 * count: a call that was given up long ago would otherwise be removed as soon as a deployment replaces its file.
 * @param known the keys of the hooks that exist
 */
export async function removeCallsOfMissingHooks(db: Engine, known: readonly string[]): Promise<void> {
  const stored = (await loadParam(db, key)) ?? none
  const times = parseTimes(stored)
  const now = databaseTime(db)
  const missing = (await storedTargetsOf(db, hooksConsumer))
    .filter(target => !known.includes(target))
    .map(target => ({ target, since: times.get(target) ?? now }))
  const [expired, remaining] = [
    missing.filter(({ since }) => since < now - retentionMs),
    missing.filter(({ since }) => since >= now - retentionMs),
  ]
  const changed = JSON.stringify(Object.fromEntries(remaining.map(({ target, since }) => [target, since])))
  // This runs each minute, and hooks are seldom missing.
  if (changed === stored) return
  await db.transaction(async transaction => {
    for (const { target } of expired) await removeDeliveries(transaction, hooksConsumer, target)
    await saveParam(transaction, key, changed)
  })
}
