import { type MessagePort, parentPort } from 'node:worker_threads'
import { type ImportJob, importFiles } from '../../../packages/server/dataDirectory/move/importFiles.ts'

/** An import, and the port on which the thread sends the names of the tables that differ after it, or an error. */
export interface ImportMessage {
  job: ImportJob
  port: MessagePort
}

parentPort?.on('message', async ({ job, port }: ImportMessage) => {
  try {
    const { compared } = await importFiles(job)
    port.postMessage(compared.filter(({ isEqual }) => !isEqual).map(({ table }) => table))
  } catch (error) {
    port.postMessage(error)
  }
})
