import type { Engine, Transaction } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import { Rejection } from '../../errors/Rejection.ts'

/** What a dry run can take. */
export interface DryRunLimits {
  /** On the clock of `performance.now()`. No statement begins after it. */
  deadline: number
  maxStatements: number
}

/** The cost of password hashes in dry runs: the lowest of bcrypt, because nothing stores them. */
export const dryRunHashCost = 4

/** An engine whose transactions are rolled back. */
export interface DryRunEngine {
  engine: Engine
  /** Returns the deadline. It is later than the given one by the time of runs that were repeated. */
  deadline: () => number
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

/** Counts what a dry run takes of its limits. */
class DryRunBudget {
  readonly #maxStatements: number
  #deadline: number
  #statements = 0
  /** Whether a statement was rejected. */
  #isExceeded = false

  constructor({ deadline, maxStatements }: DryRunLimits) {
    this.#deadline = deadline
    this.#maxStatements = maxStatements
  }

  get deadline(): number {
    return this.#deadline
  }

  get isExhausted(): boolean {
    return this.#statements > this.#maxStatements || performance.now() > this.#deadline
  }

  /** Returns a transaction whose statements are counted, and rejected beyond the limits. */
  limit(transaction: Transaction): Transaction {
    return overriding(transaction, {}, () => {
      this.#statements++
      if (!this.isExhausted) return
      this.#isExceeded = true
      throw new Rejection('tooSlow')
    })
  }

  /** Returns a function that gives back what was taken since, unless the limits were exceeded. */
  begin(): () => void {
    const [statements, began] = [this.#statements, performance.now()]
    return () => {
      if (this.#isExceeded) return
      this.#statements = statements
      this.#deadline += performance.now() - began
    }
  }
}

/** Returns a transaction that rejects statements beyond the limits. */
export function limitedTransaction(
  transaction: Transaction,
  limits: DryRunLimits,
): { transaction: Transaction; isExhausted: () => boolean } {
  const budget = new DryRunBudget(limits)
  return { transaction: budget.limit(transaction), isExhausted: () => budget.isExhausted }
}

/** Returns an engine that rolls each transaction back once its work is done, and stops operations beyond the limits. */
export function dryRunEngine(engine: Engine, limits: DryRunLimits): DryRunEngine {
  const budget = new DryRunBudget(limits)
  const transaction = async <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => {
    let done: { result: T } | undefined
    let giveBack: (() => void) | undefined
    try {
      await engine.transaction(async real => {
        done = undefined
        // SQLite runs the work again, alone, because its group is rolled back. Only the last run counts.
        giveBack?.()
        giveBack = budget.begin()
        const result = await work(budget.limit(real))
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
  return {
    engine: overriding(engine, { transaction }),
    deadline: () => budget.deadline,
    isExhausted: () => budget.isExhausted,
  }
}
