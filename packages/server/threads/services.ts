import type { LiveApp } from '../api/App.ts'
import type { HookWait } from '../api/Call.ts'
import { createBatchService } from '../api/code/batchService.ts'
import type { StepResult } from '../api/StepResult.ts'
import { createAdminService } from '../auth/admins.ts'
import { createAttemptService } from '../auth/attemptService.ts'
import { createHookService } from '../code/hookService.ts'
import { hideStoredSecrets } from '../collections/views/hideStoredSecrets.ts'
import { createMailService } from '../mail/mailService.ts'
import type { ScriptService } from '../pbHooks/scriptService.ts'
import { createRealtimeService, type EvaluationMarks } from '../realtime/realtimeService.ts'
import { createRecordService } from '../records/recordService.ts'
import { hasSignIns, removeExpiredSignIns } from '../records/rows/signIns.ts'
import { takeEventLoopLag } from '../runtime/metrics/eventLoopLag.ts'
import type { ThreadMeasures } from '../runtime/metrics/ThreadLoad.ts'
import { createSettingsService } from '../settings/settingsService.ts'
import { createWebHookService } from '../webHooks/webHookService.ts'
import { createNodeService } from './nodes/nodeService.ts'
import { createHookedTransactions } from './requests/createHookedTransactions.ts'
import type { RequestTask } from './requests/RequestTask.ts'

/** Runs a part of a request to an endpoint. With `hookWait`, its transaction can wait for hooks. */
type RunRequest = (task: RequestTask, hookWait?: HookWait) => Promise<StepResult>

export type ReaderServices = ReturnType<typeof createReaderServices>
export type WriterServices = ReturnType<typeof createWriterServices>

/** Loads what scripts need when one of them uses the database: few servers have scripts, and all would hold its code. */
function lazyScriptService(app: LiveApp): ScriptService {
  let loaded: Promise<ScriptService> | undefined
  const load = async (): Promise<ScriptService> => {
    loaded ??= import('../pbHooks/scriptService.ts').then(({ createScriptService }) => createScriptService(app))
    return loaded
  }
  return {
    perform: async (...call) => (await load()).perform(...call),
    begin: async actor => (await load()).begin(actor),
    end: async (...call) => (await load()).end(...call),
  }
}

/** Creates the services of a thread that only reads. */
export function createReaderServices(app: LiveApp, run: (task: RequestTask) => Promise<StepResult>, marks?: EvaluationMarks) {
  return {
    requests: {
      run,
      /** Ends the turn of a read: `run` returns `turnEnded`, unless the read has been faster. */
      endTurn: async (turn: number): Promise<void> => app.db.endTurn?.(turn),
    },
    realtime: createRealtimeService(app, marks),
    thread: {
      /** Responds as soon as the thread is not blocked. */
      ping: (): void => undefined,
      measure: (): ThreadMeasures => ({ eventLoopLag: takeEventLoopLag(), pools: app.db.poolLoads?.() ?? [] }),
      /** Closes the files. */
      close: async (): Promise<void> => {
        await app.db.close()
        await app.logs.close()
      },
    },
  }
}

/** Creates the services of the thread that writes. The main thread calls them with `Threads.writer`. */
export function createWriterServices(app: LiveApp, run: RunRequest) {
  const hooked = createHookedTransactions()
  return {
    ...createReaderServices(app, task => (task.request.insideHooks ? hooked.run(hookWait => run(task, hookWait)) : run(task))),
    admins: createAdminService(app.db),
    attempts: createAttemptService(app.db),
    batches: createBatchService(app),
    catalog: {
      /** Returns the name of a collection by its id or name; undefined if there is none. */
      nameOf: async (idOrName: string): Promise<string | undefined> => (await app.snapshot()).catalog.find(idOrName)?.name,
    },
    collections: {
      /** See `hideStoredSecrets`. */
      hideSecrets: async (): Promise<void> => hideStoredSecrets(await app.snapshot()),
    },
    database: {
      /** Returns the size of the database; undefined if it consists of files of the data directory. */
      size: async (): Promise<number | undefined> => app.db.sizeInBytes?.(),
    },
    hookedTransactions: hooked.service,
    hooks: createHookService(app),
    mails: createMailService(app),
    nodes: createNodeService(app.db),
    records: createRecordService(app),
    scripts: lazyScriptService(app),
    settings: createSettingsService(app),
    signIns: {
      /** Removes one-time passwords and first factors that have expired. */
      removeExpired: async (): Promise<void> => {
        if (await hasSignIns(app.db)) await app.db.transaction(removeExpiredSignIns)
      },
    },
    webHooks: createWebHookService(app),
  }
}
