import { parentPort, workerData } from 'node:worker_threads'
import { openInstallation } from '../../dataDirectory/openInstallation.ts'
import { messageOf } from '../../errors/inspectError.ts'
import { createLogService } from '../../logs/logService.ts'
import { versions } from '../../runtime/cache/versions.ts'
import { performCall, type RemoteCall } from '../../runtime/Remote.ts'
import type { FromLogThread, LogServices, LogThreadStart } from './LogThread.ts'

const { config, versions: buffer } = workerData as LogThreadStart
const post = (message: FromLogThread) => parentPort?.postMessage(message)

try {
  const { takeLogDamage, connections } = versions(buffer)
  const store = await openInstallation(config).openLogStore(takeLogDamage, connections)
  const services: LogServices = { logs: createLogService(store, config.node) }
  parentPort?.on('message', async ({ id, call }: { id: number; call: RemoteCall }) => {
    try {
      post({ id, result: await performCall(services, call) })
    } catch (error) {
      post({ id, error: messageOf(error) })
    }
  })
  post({ result: undefined })
} catch (error) {
  post({ error: messageOf(error) })
}
