import { parentPort, workerData } from 'node:worker_threads'
import { versions } from '../../cache/versions.ts'
import { messageOf } from '../../errors/inspectError.ts'
import type { LogStore } from '../../logs/LogStore.ts'
import { openLogStore } from '../../logs/openLogs.ts'
import { entriesOf } from '../../messages/LogPage.ts'
import type { FromLogThread, LogResult, LogTask, LogThreadStart } from './messages.ts'

const { config, versions: buffer } = workerData as LogThreadStart
const post = (message: FromLogThread) => parentPort?.postMessage(message)

const perform = async (store: LogStore, task: LogTask): Promise<LogResult> => {
  switch (task.kind) {
    case 'store':
      return store.store(task.pages.flatMap(entriesOf), task.policy)
    case 'maintain':
      return store.maintain(task.policy)
    case 'close':
      await store.close()
      return undefined
  }
}

try {
  const store = await openLogStore(config, versions(buffer).takeLogDamage)
  parentPort?.on('message', async ({ id, task }: { id: number; task: LogTask }) => {
    try {
      post({ id, result: await perform(store, task) })
    } catch (error) {
      post({ id, error: messageOf(error) })
    }
    if (task.kind === 'close') parentPort?.close()
  })
  post({ result: undefined })
} catch (error) {
  post({ error: messageOf(error) })
}
