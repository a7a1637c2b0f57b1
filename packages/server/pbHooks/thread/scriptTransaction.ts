import { changingOperations, hookChanges } from '../messages.ts'
import { GoError } from './errors.ts'
import type { Call } from './queries.ts'
import type { ScriptRunner } from './ScriptRunner.ts'

/** A transaction of a script: its number, and what follows its commit. */
export interface ScriptTransaction {
  id: number
  after: (() => void)[]
}

const writes = new Set<string>([...changingOperations, ...hookChanges])

/** Returns what calls operations of the server, in a transaction if one is given. */
export function createCall(scripts: ScriptRunner, transaction: ScriptTransaction | undefined): Call {
  return (name, ...args) => {
    if (!transaction && scripts.openTransactions > 0 && writes.has(name))
      throw new GoError('$app.dao() cannot write inside a transaction: use the dao that runInTransaction gives to its callback.')
    return scripts.callHost(name, args, transaction?.id)
  }
}
