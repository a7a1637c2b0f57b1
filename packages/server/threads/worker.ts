import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { Route } from '../api/contract.ts'
import { endpoints } from '../api/routes.ts'
import { openDataDirectory } from '../db/layout/openDataDirectory.ts'
import { SqliteReader } from '../db/SqliteReader.ts'
import { defaultSettings } from '../settings/defaultSettings.ts'
import { createApp } from './createApp.ts'
import { giveBackMemoryOnceSettled } from './giveBackMemory.ts'
import { type FromThread, type ReadyMessage, readyId, type ThreadStart, type ToThread } from './messages.ts'
import { performTask } from './performTask.ts'
import { versions } from './versions.ts'

const encoder = new TextEncoder()

const openEngines = async ({ role, config }: ThreadStart) =>
  role === 'writer'
    ? openDataDirectory(config.dataDir, defaultSettings)
    : {
        db: new SqliteReader(join(config.dataDir, 'data.db')),
        logs: new SqliteReader(join(config.dataDir, 'logs.db')),
      }

/** Sends an answer; JSON crosses as bytes, which are handed over and not copied. */
const send = (id: number, result: unknown) => {
  if (typeof result === 'object' && result !== null && 'json' in result && typeof result.json === 'string') {
    const json = encoder.encode(result.json)
    parentPort?.postMessage({ id, result: { ...result, json } } satisfies FromThread, [json.buffer])
  } else {
    parentPort?.postMessage({ id, result } satisfies FromThread)
  }
}

const start = workerData as ThreadStart
const app = createApp(start.config, await openEngines(start), versions(start.versions))

parentPort?.on('message', async ({ id, task }: ToThread) => {
  try {
    send(id, await performTask(app, task))
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    parentPort?.postMessage({ id, error: text } satisfies FromThread)
  }
  if (task.kind === 'close') parentPort?.close()
})
send(
  readyId,
  endpoints.map(
    ({ method, path, runs, waits }): Route => ({ method, path, runs, ...(waits ? { waits } : {}) }),
  ) satisfies ReadyMessage,
)
giveBackMemoryOnceSettled()
