import type { Engine, Transaction } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import { Rejection } from '../../errors/Rejection.ts'

/** What a dry run can take. */
export interface DryRunLimits {
  /** On the clock of `performance.now()`. No statement begins after it. */
  deadline: number
  maxStatements: number
}

/** An engine whose transactions are rolled back. */
export interface DryRunEngine {
  engine: Engine
  /** Whether an operation was stopped because of the limits. */
  isExhausted: () => boolean
}

/** Thrown to roll a transaction back whose work has succeeded. */
class DryRunEnd extends Error {}

/** Returns an object like another one with some other members. Methods run on the original, which can have private members. */
export function overriding<T extends object>(original: T, members: Partial<T>, before: () => void = () => undefined): T {
  return new Proxy(original, {
    get(target, key) {
      const own = Reflect.get(members, key)
      if (own !== undefined) return own
      const value = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        before()
        return value.apply(target, args)
      }
    },
  })
}

/** Returns a transaction that rejects statements beyond the limits. */
export function limitedTransaction(
  transaction: Transaction,
  { deadline, maxStatements }: DryRunLimits,
): { transaction: Transaction; isExhausted: () => boolean } {
  let statements = 0
  const isExhausted = () => statements > maxStatements || performance.now() > deadline
  const assertWithin = () => {
    statements++
    if (isExhausted()) throw new Rejection('tooSlow')
  }
  return { transaction: overriding(transaction, {}, assertWithin), isExhausted }
}

/** Returns an engine that rolls each transaction back once its work is done, and stops operations beyond the limits. */
export function dryRunEngine(engine: Engine, { deadline, maxStatements }: DryRunLimits): DryRunEngine {
  let statements = 0
  const isExhausted = () => statements > maxStatements || performance.now() > deadline
  const assertWithin = () => {
    statements++
    if (isExhausted()) throw new Rejection('tooSlow')
  }
  const transaction = async <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => {
    let done: { result: T } | undefined
    try {
      await engine.transaction(async real => {
        done = undefined
        const result = await work(overriding(real, {}, assertWithin))
        // Statements that were only sent can still fail. After a write, SQLite rolls back pages that a savepoint has restored.
        await real.run(sql`DELETE FROM ${name('_params')} WHERE FALSE`)
        done = { result }
        throw new DryRunEnd()
      })
    } catch (error) {
      if (!(error instanceof DryRunEnd) || !done) throw error
      return done.result
    }
    throw new Error('The transaction of a dry run was not rolled back.')
  }
  return { engine: overriding(engine, { transaction }), isExhausted }
}
