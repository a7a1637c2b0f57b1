import { parentPort, workerData } from 'node:worker_threads'
import { chooseDatabase } from '../db/threadDatabase.ts'
import type { CopyJob, CopyMessage } from './runCopy.ts'

const post = (message: CopyMessage): void => parentPort?.postMessage(message)

const copy = async ({ from, to }: CopyJob) => {
  if (typeof to === 'string' && typeof from !== 'string') {
    await chooseDatabase('postgres')
    return (await import('./importFiles.ts')).importFiles(from, to, post)
  }
  if (typeof from === 'string' && typeof to !== 'string') {
    await chooseDatabase('sqlite')
    return (await import('./exportSnapshot.ts')).exportSnapshot(from, to, post)
  }
  throw new Error('A copy has a database address and files.')
}

post(await copy(workerData as CopyJob))
