import { Worker } from 'node:worker_threads'
import type { Config } from '../../config/config.ts'
import type { Report } from './examine.ts'

/** Examines the data directory of a running server in a thread of its own, because checks read whole files. */
export class Doctor {
  readonly #config: Config
  #running: { worker: Worker; report: Promise<Report> } | undefined

  constructor(config: Config) {
    this.#config = config
  }

  /** Runs all checks. Requests at the same time share one examination. */
  examine(): Promise<Report> {
    this.#running ??= this.#start()
    return this.#running.report
  }

  /** Aborts a running examination. */
  async close(): Promise<void> {
    await this.#running?.worker.terminate()
  }

  #start() {
    const worker = new Worker(new URL('./examineThread.ts', import.meta.url), { workerData: this.#config, name: 'doctor' })
    const report = new Promise<Report>((resolve, reject) => {
      worker
        .once('message', resolve)
        .once('error', reject)
        .once('exit', () => reject(new Error('The examination was aborted.')))
    }).finally(() => {
      this.#running = undefined
    })
    return { worker, report }
  }
}
