import type { Config } from '../../config/config.ts'
import type { Task } from '../tasks/Task.ts'

/** The first message to a process. */
export interface ProcessStart {
  config: Config
  /** See `startSecret`. */
  secret: string | undefined
}

/** What a process runs: tasks that change nothing. */
export type ProcessTask = Extract<Task, { kind: 'request' | 'describe' }>

/** A task, and the shared counters when it was sent, because two processes share no memory. */
export interface ToProcess {
  task: ProcessTask
  counters: Int32Array
}

/** The first message says that the process is ready; each other one is the result of a task. */
export type FromProcess = { ready: true } | { result: unknown } | { error: string }
