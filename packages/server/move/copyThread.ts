import { parentPort, workerData } from 'node:worker_threads'
import { chooseDatabase } from '../db/threadDatabase.ts'
import type { CopyJob, CopyMessage, ImportJob } from './runCopy.ts'

const post = (message: CopyMessage): void => parentPort?.postMessage(message)

const isImport = (job: CopyJob): job is ImportJob => typeof job.to === 'string'

const copy = async (job: CopyJob) => {
  if (isImport(job)) {
    await chooseDatabase('postgres')
    return (await import('./importFiles.ts')).importFiles(job, post)
  }
  await chooseDatabase('sqlite')
  return (await import('./exportSnapshot.ts')).exportSnapshot(job.from, job.to, post)
}

post(await copy(workerData as CopyJob))
