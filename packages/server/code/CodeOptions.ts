/** How the processes of hooks are run. */
export interface CodeOptions {
  /** Number of processes. */
  processes?: number
  /** Maximum memory of a process in bytes. */
  maxProcessBytes?: number
  /** Milliseconds that a call of a hook can take, and that a route has to begin its response. */
  deadlineMs?: number
  /** Milliseconds that a job can take. */
  jobDeadlineMs?: number
  /** Names of the environment variables that hooks can read. */
  variables?: readonly string[]
  /** Delays in milliseconds after failed calls after a change. There is one more attempt. */
  retryDelaysMs?: readonly number[]
}
