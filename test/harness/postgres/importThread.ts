import { type MessagePort, parentPort } from 'node:worker_threads'
import { chooseDatabase } from '../../../packages/server/db/threadDatabase.ts'
import { importFiles } from '../../../packages/server/move/importFiles.ts'
import type { ImportJob } from '../../../packages/server/move/runCopy.ts'

/** An import, and the port on which the thread sends the names of the tables that differ after it, or an error. */
export interface ImportMessage {
  job: ImportJob
  port: MessagePort
}

await chooseDatabase('postgres')

parentPort?.on('message', async ({ job, port }: ImportMessage) => {
  try {
    const { compared } = await importFiles(job, () => undefined)
    port.postMessage(compared.filter(({ isEqual }) => !isEqual).map(({ table }) => table))
  } catch (error) {
    port.postMessage(error)
  }
})
