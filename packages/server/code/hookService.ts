import type { AuthContext } from '../auth/AuthContext.ts'
import { authenticate } from '../auth/authenticate.ts'
import type { Catalog } from '../catalog/Catalog.ts'
import type { Engine } from '../db/engine.ts'
import type { PlannedDelivery, PlanResult } from '../events/deliveries/Delivery.ts'
import { deliveryOperations } from '../events/deliveries/deliveryOperations.ts'
import { planDeliveries } from '../events/deliveries/planDeliveries.ts'
import { targetsOf } from '../events/deliveries/storedDeliveries.ts'
import { hasChangeLog, hooksConsumer } from '../events/log/appendEntries.ts'
import type { EventActor, LoggedChange } from '../events/log/ChangeEntry.ts'
import type { LoggedRequester } from '../messages/ApiReply.ts'
import type { HookCall } from '../messages/HookCall.ts'
import { eventActorOf } from '../records/rules/eventActorOf.ts'
import { loggedRequesterOf } from '../records/rules/Requester.ts'
import { showChange } from '../records/visible/showChange.ts'
import type { RecordFormat } from '../records/visible/VisibleRecord.ts'
import { removeCallsOfMissingHooks } from './missingHooks.ts'
import { isCalledFor, type RegisteredHook } from './process/messages.ts'
import { type JobRun, type JobRuns, loadJobRuns, saveJobRun } from './storedJobRuns.ts'

/** A requester, as hooks and as the log of requests name it. */
export interface IdentifiedRequester {
  user: EventActor
  auth: LoggedRequester
}

export type HookService = ReturnType<typeof createHookService>

/** The collections, and how records are shown. */
interface HookFormat {
  catalog: Catalog
  recordFormat: RecordFormat
}

interface HooksContext {
  db: Engine
  snapshot: () => Promise<HookFormat & AuthContext>
}

/** Plans a call of each hook for a change. */
function planChange(
  { catalog, recordFormat }: HookFormat,
  hooks: readonly RegisteredHook[],
  change: LoggedChange,
): PlannedDelivery[] {
  const { action, recordId, actor } = change
  const collection = catalog.byId(change.collection.id)
  if (!collection) return []
  const called = hooks.filter(hook => isCalledFor(hook, action, collection.name))
  if (called.length === 0) return []
  const event: HookCall = {
    action,
    collection: { id: collection.id, name: collection.name },
    user: actor,
    ...showChange(recordFormat, collection, change),
  }
  const content = JSON.stringify(event)
  return called.map(({ key }) => ({ target: key, subject: `${collection.id}/${recordId}`, content }))
}

/** Creates the operations on the database that calling hooks after changes needs. */
export function createHookService({ db, snapshot }: HooksContext) {
  return {
    /** Plans the calls of hooks for the next changes in the log. Every change reaches its hooks, so it stays there while they are behind. */
    plan: async (hooks: readonly RegisteredHook[]): Promise<PlanResult> => {
      if (!(await hasChangeLog(db))) return false
      const plan = async (changes: readonly LoggedChange[]) => {
        const app = await snapshot()
        return changes.flatMap(change => planChange(app, hooks, change))
      }
      return planDeliveries(db, { name: hooksConsumer, plan, waitsForRoom: true })
    },
    /** Returns the requester of an `Authorization` header, as hooks and as the log of requests name it. */
    identify: async (authorization: string): Promise<IdentifiedRequester> => {
      const requester = await authenticate(await snapshot(), authorization)
      return { user: eventActorOf(requester), auth: loggedRequesterOf(requester) }
    },
    /** Returns the last run of each job. */
    jobRuns: (): Promise<JobRuns> => loadJobRuns(db),
    saveJobRun: (job: string, run: JobRun, known: readonly string[]): Promise<void> =>
      db.transaction(transaction => saveJobRun(transaction, job, run, known)),
    /** Returns the last run of each job of `pb_hooks`. */
    scriptJobRuns: (): Promise<JobRuns> => loadJobRuns(db, 'pbHooks'),
    saveScriptJobRun: (job: string, run: JobRun, known: readonly string[]): Promise<void> =>
      db.transaction(transaction => saveJobRun(transaction, job, run, known, 'pbHooks')),
    /** Lists the keys of hooks with calls that wait. */
    targets: async (): Promise<string[]> => ((await hasChangeLog(db)) ? targetsOf(db, hooksConsumer) : []),
    /** Removes the calls of hooks that have been missing for some days. `known` are the keys of the hooks that exist. */
    removeMissing: async (known: readonly string[]): Promise<void> => {
      if (await hasChangeLog(db)) await removeCallsOfMissingHooks(db, known)
    },
    ...deliveryOperations(db, hooksConsumer),
  }
}
