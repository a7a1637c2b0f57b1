import type { Plain } from '../../pb/Host.ts'
import type { Loaded, ThreadStart } from '../messages.ts'

/** The table of a model, by whose name or id hooks can be limited. */
export interface ModelTable {
  id: string
  name: string
}

/** What the globals of handlers need of their thread. */
export interface ScriptRunner {
  readonly start: ThreadStart
  readonly loaded: Loaded
  /** Whether the server can be used. */
  isBootstrapped: boolean
  /** Number of transactions that are open. */
  openTransactions: number
  /** Asks the server and blocks until it answers. Throws a GoError if it rejects the operation. */
  readonly callHost: (name: string, args: unknown[], transaction?: number) => unknown
  readonly claimsOf: (token: string) => Plain
  readonly verifyToken: (token: string, key: string) => Plain
  /** Loads the settings into the object that `$app.settings()` returns. */
  loadSettings: () => object
  /** Whether there are hooks of models. */
  readonly hasModelHooks: boolean
  hasHooks: (event: string, table: ModelTable) => boolean
  /** Calls the hooks of an event in their order. Returns false if one has returned false. Throws the error that one returns. */
  runHooks: (event: string, table: ModelTable, data: object) => boolean
}
