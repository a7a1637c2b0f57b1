import { parentPort, workerData } from 'node:worker_threads'
import type { ScriptedUndo } from '../../messages/ScriptedCall.ts'
import { Record } from '../../pb/Record.ts'
import {
  type CommandOutcome,
  type LifecycleEvent,
  type Loaded,
  nothingLoaded,
  type RegisteredRoute,
  type ScriptCall,
  type ScriptOutcome,
  type ScriptRequest,
  type ThreadStart,
} from '../messages.ts'
import { contextOf } from './contextOf.ts'
import { failureAfterCommit, failureOf } from './errors.ts'
import { HookDao } from './HookDao.ts'
import type { HttpContext } from './HttpContext.ts'
import { onNestedCall } from './hostCalls.ts'
import { loadFiles } from './loadFiles.ts'
import { routeHandler, runAround } from './runAround.ts'
import { runDeletion } from './runDeletion.ts'
import { runEvents } from './runEvents.ts'
import { runRecordHooks } from './runRecordHooks.ts'
import { runMessages, runStreamEvent } from './runStreams.ts'
import { Scripts } from './Scripts.ts'
import { withRequester } from './withRequester.ts'

const start = workerData as ThreadStart
const scripts = new Scripts(start, start.loaded ?? nothingLoaded())

Record.verifyPassword = (password, hash) => scripts.callHost('verifyPassword', [password, hash]) as boolean

function runRoute(route: RegisteredRoute, request: ScriptRequest): ScriptOutcome {
  const context = contextOf(scripts, request)
  return withRequester(scripts.loaded, context, route, outcomeOf(route, context))
}

function outcomeOf(route: RegisteredRoute, context: HttpContext): ScriptOutcome {
  try {
    routeHandler(scripts, route)(context)
    return { response: context.outcome }
  } catch (error) {
    const failure = failureOf(error)
    return context.isCommitted ? { response: context.outcome } : { response: context.outcome, failure }
  }
}

function runAll(event: LifecycleEvent, isRestart: boolean): ScriptOutcome {
  scripts.isBootstrapped = event !== 'onBeforeBootstrap'
  const app = scripts.inContext(({ globals }) => globals.$app)
  for (const hook of scripts.loaded.hooks.filter(other => other.event === event)) scripts.run(hook, { app, isRestart })
  return { response: { headers: [] } }
}

/** Calls the hooks of models for records that an undo has restored. Their errors are logged: the undo is committed. */
function runUndone({ changes }: ScriptedUndo): ScriptOutcome {
  const dao = new HookDao(scripts)
  for (const { action, collectionId, id } of changes) {
    const collection = dao.findCollectionByNameOrId(collectionId)
    const name = `onModelAfter${action}`
    if (!scripts.hasHooks(name, collection)) continue
    try {
      scripts.runHooks(name, collection, { model: dao.findRecordById(collectionId, id), dao })
    } catch (error) {
      scripts.callHost('note', [`A hook of ${name} has failed. ${failureAfterCommit(error).details}`])
    }
  }
  return { response: { headers: [] } }
}

function perform(call: ScriptCall): ScriptOutcome {
  try {
    if (call.kind === 'route') return runRoute(call.route, call.request)
    if (call.kind === 'around') return runAround(scripts, call.request, contextOf(scripts, call.request))
    if (call.kind === 'record') return runRecordHooks(scripts, call.call, call.request && contextOf(scripts, call.request))
    if (call.kind === 'deletion') return runDeletion(scripts, call.call, call.request && contextOf(scripts, call.request))
    if (call.kind === 'undone') return runUndone(call.call)
    if (call.kind === 'events') return runEvents(scripts, call.call, contextOf(scripts, call.request))
    if (call.kind === 'messages') return runMessages(scripts, call)
    if (call.kind === 'stream') return runStreamEvent(scripts, call.event, call.clientId)
    if (call.kind === 'hooks') return runAll(call.event, call.isRestart)
    scripts.run(call.job)
    return { response: { headers: [] } }
  } catch (error) {
    return { response: { headers: [] }, failure: failureOf(error) }
  }
}

// What an asynchronous handler throws after it has started is lost, as in 0.22.
process.on('unhandledRejection', error => {
  scripts.callHost('print', [`An asynchronous handler has failed: ${failureOf(error).details ?? String(error)}`])
})

/** Loads the files, and runs one of their commands if the thread was started for it. */
function load(command: ThreadStart['command']): Loaded | CommandOutcome {
  const { loaded, runCommand } = loadFiles(scripts)
  if (!command) return loaded
  const { commands, problems } = loaded
  if (!commands.includes(command.name)) return { commands, problems }
  try {
    runCommand(command)
    return { commands, problems }
  } catch (error) {
    return { commands, problems, failure: failureOf(error) }
  }
}

if (!start.loaded) parentPort?.postMessage(load(start.command))
else {
  // The runs are those of the call that waits.
  onNestedCall(perform)
  parentPort?.on('message', (call: ScriptCall) => parentPort?.postMessage({ ...perform(call), runs: scripts.takeRuns() }))
  parentPort?.postMessage('ready')
}
