import { queryOptions } from '@tanstack/react-query'
import { client } from './connection/client.ts'

/** What happened to a hook, a route or a job since the server has started. */
export interface CallReport {
  calls: number
  errors: number
  /** Milliseconds that half of the calls, and 99 %, did not exceed. */
  p50: number
  p99: number
  lastError: { time: string; stack: string } | null
}

/** A hook of a file. */
export interface CodeHook extends CallReport {
  key: string
  file: string
  time: 'before' | 'inside' | 'after'
  action: 'create' | 'update' | 'delete' | 'list' | 'view' | 'signIn'
  /** The name of a collection, or `*`. */
  collection: string
  /** Whether there is a collection with this name. Otherwise, the hook is never called. */
  hasCollection: boolean
}

/** A file that handles the requests to a path. */
interface CodeRoute extends CallReport {
  file: string
  mount: string
}

/** The runs of a job. Dates are in UTC, as in `2024-05-06 07:08:09.000Z`, or empty. */
interface JobRuns {
  isRunning: boolean
  next: string
  lastRun: { started: string; durationMs: number; output: string; error: string } | null
}

/** A job with its calls and its last run. */
export interface CodeJob extends CallReport, JobRuns {
  name: string
  file: string
  cron: string
}

/** A function that a file of `pb_hooks` registers, and its calls. */
interface ScriptHandler extends CallReport {
  file: string
  line: number
}

/** The functions and commands that files of `pb_hooks` have registered. */
export interface CodeScripts {
  folder: string
  /** Maximum number of threads. */
  threads: number
  broken: { error: string; since: string } | null
  commands: string[]
  hooks: (ScriptHandler & { event: string; tags: string[] })[]
  routes: (ScriptHandler & { method: string; path: string })[]
  jobs: (ScriptHandler & JobRuns & { id: string; cron: string })[]
}

/** A file of migrations: `native` of Coffer, `script` of PocketBase 0.22. */
export interface CodeMigration {
  name: string
  kind: 'native' | 'script'
  isApplied: boolean
}

/** The folder of hooks; empty if there is none. */
export interface Code {
  folder: string
  processes: number
  /** Why no process can be called; empty if one can. */
  stopped: string
  broken: { error: string; since: string } | null
  files: string[]
  hooks: CodeHook[]
  routes: CodeRoute[]
  jobs: CodeJob[]
  /** Null if there is no folder `pb_hooks`. */
  scripts: CodeScripts | null
  migrations: CodeMigration[]
}

/** A call of a hook after a change that was given up. */
export interface ParkedCall {
  id: number
  hook: string
  created: string
  ended: string
  attempts: number
  error: string
  collection: string
  record: string
}

const pollingIntervalMs = 5_000

/** Loads what the files of the folder of hooks have registered. Polled while the page is visible. */
export const codeQuery = queryOptions({
  queryKey: ['code'],
  queryFn: ({ signal }): Promise<Code> => client.send('/api/code', { signal }),
  staleTime: 0,
  refetchInterval: pollingIntervalMs,
})

const statePollingMs = { broken: 3_000, working: 10_000 }

/** Loads the same for the banner of all pages. Polled only if the server has a folder of code. */
export const codeStateQuery = queryOptions({
  ...codeQuery,
  refetchInterval: ({ state: { data } }) => {
    if (!data || (data.folder === '' && !data.scripts)) return false
    return statePollingMs[data.broken || data.scripts?.broken ? 'broken' : 'working']
  },
})

/** Lists the calls of hooks that were given up, newest first. */
export const parkedCallsQuery = queryOptions({
  queryKey: ['code', 'parked'],
  queryFn: ({ signal }): Promise<ParkedCall[]> => client.send('/api/code/parked', { signal }),
  staleTime: 0,
  refetchInterval: pollingIntervalMs,
})

/** Starts a job of the folder of hooks. */
export async function runJob(name: string): Promise<void> {
  await client.send(`/api/code/jobs/${encodeURIComponent(name)}/run`, { method: 'POST' })
}

/** Starts a job of `pb_hooks`. */
export async function runScriptJob(id: string): Promise<void> {
  await client.send(`/api/code/scripts/jobs/${encodeURIComponent(id)}/run`, { method: 'POST' })
}

/** Calls a hook again for a change. */
export async function runAgain({ hook, id }: ParkedCall): Promise<void> {
  await client.send(`/api/code/hooks/${encodeURIComponent(hook)}/calls/${id}/run`, { method: 'POST' })
}
