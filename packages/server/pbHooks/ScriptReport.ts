import type { CallReport } from '../code/CallStatistics.ts'
import type { Loaded, Registered, RegisteredHook, RegisteredRoute } from './messages.ts'

/** A handler, without its source, and how its calls have run. */
type Reported<Handler extends Registered> = Omit<Handler, 'source' | 'middlewares'> & CallReport

/** The handlers of the files, with their calls. Paths are relative to the folder. */
export interface ScriptReport extends Pick<Loaded, 'commands'> {
  folder: string
  /** Maximum number of threads. */
  threads: number
  /** The errors of files that could not be loaded, and when that was, in milliseconds since 1970. */
  broken: { error: string; since: number } | undefined
  hooks: Reported<RegisteredHook>[]
  routes: Reported<RegisteredRoute>[]
  jobs: Reported<Loaded['jobs'][number]>[]
}
