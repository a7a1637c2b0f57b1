import { type CollectionScope, collectionScope } from '../../collectionScope.ts'
import type { Changes } from '../../commits.ts'
import { DatabaseError, isDatabaseError } from '../../DatabaseError.ts'
import type { BegunTransaction, NodeLockMode } from '../PostgresConnection.ts'
import type { PostgresTransaction } from '../PostgresTransaction.ts'
import type { NodeLog } from './NodeLog.ts'
import { concernsNodes } from './nodeCommits.ts'
import { sendEntry } from './sendEntry.ts'

/** The collections that a transaction relies on. */
class TransactionScope {
  readonly #work: CollectionScope | undefined

  constructor(work: CollectionScope | undefined) {
    this.#work = work
  }

  /** Work that changes collections waits for all other transactions first. Otherwise it would conflict with each of them. */
  get lock(): NodeLockMode {
    return this.#work?.isExclusive ? 'EXCLUSIVE' : 'ROW SHARE'
  }

  /** Whether collections have changed since the work looked them up. */
  isOutdated(begun: BegunTransaction | undefined): boolean {
    return this.#work !== undefined && begun?.collections !== undefined && begun.collections !== this.#work.collections
  }

  /** @throws DatabaseError `outdated`, after which the work is repeated */
  assertCurrent(begun: BegunTransaction | undefined): void {
    if (!this.#work || !this.isOutdated(begun)) return
    this.#work.isOutdated = true
    throw new DatabaseError('outdated', 'The collections have changed on another node. Please try again.')
  }

  noteCommit({ collections }: Changes): void {
    if (!this.#work) return
    this.#work.hasCommitted = true
    if (collections) this.#work.collections += 1
  }
}

/** The steps after the COMMIT of a transaction is sent. */
interface TransactionEnd {
  /** Waits for the commit. */
  after: (committing: Promise<void>) => Promise<void>
  /** Resolves when the log has delivered the commit, on all nodes if it is urgent. */
  delivered: () => Promise<void>
}

/** Adds the commits of a node to the log of the nodes. */
export class NodeTransactions {
  readonly #node: NodeLog

  constructor(node: NodeLog) {
    this.#node = node
  }

  /** Whether this node has joined the others. */
  get areShared(): boolean {
    return this.#node.policy !== undefined
  }

  /** Returns the scope of a transaction that is about to begin. */
  scope(): TransactionScope {
    return new TransactionScope(collectionScope.getStore())
  }

  /** Sends the entry of the log, which arrives in one message with the COMMIT that has to follow at once. */
  send(transaction: PostgresTransaction, begun: BegunTransaction | undefined, scope: TransactionScope): TransactionEnd {
    const { changes, events } = transaction
    const { policy } = this.#node
    const xid = begun?.id
    const commit = { changes, events: [...events] }
    if (!policy || xid === undefined || !concernsNodes(commit)) {
      return { after: committing => committing.then(() => scope.noteCommit(changes)), delivered: async () => undefined }
    }
    const entry = { changes, events: policy.shared(events) }
    sendEntry(transaction, entry, { origin: this.#node.origin, isLocked: scope.lock === 'EXCLUSIVE' })
    this.#node.own.begin(xid, commit)
    return {
      after: async committing => {
        try {
          await committing
          scope.noteCommit(changes)
        } catch (error) {
          // A commit whose outcome is unknown can still become visible.
          if (isDatabaseError(error, 'unknownOutcome')) this.#node.own.markUnknown(xid)
          else this.#node.own.cancel(xid)
          throw error
        }
      },
      delivered: async () => {
        await this.#node.deliverOwn(xid)
        if (policy.isUrgent(commit)) await this.#node.appliedByAll(xid)
      },
    }
  }
}
