import type { Config } from '../../config/config.ts'
import type { Task } from '../tasks/Task.ts'

/** The first message to a process. */
export interface ProcessStart {
  config: Config
  /** See `startSecret`. */
  secret: string | undefined
}

/** A read-only task, which a process can run. */
export type ProcessTask = Extract<Task, { kind: 'request' | 'describe' }>

/** A task with a copy of the version counters, because two processes share no memory. */
export interface ToProcess {
  task: ProcessTask
  counters: Int32Array
}

/** A message from a process. The first one reports that it is ready; all others are results of tasks. */
export type FromProcess = { ready: true } | { result: unknown } | { error: string }
