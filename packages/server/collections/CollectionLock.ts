import { type CollectionScope, collectionScope } from '../db/collectionScope.ts'
import type { NodeLink } from '../db/engine.ts'

/** Maximum number of times that work is repeated because another node has changed collections. */
const maxRepetitions = 10

/**
 * A readers-writer lock within the writer thread: changes of records share it, a change of collections holds it exclusively. So the
 * fields of a record cannot change between their lookup and the commit. On a node, the lock of the database extends it to all nodes.
 */
export class CollectionLock {
  readonly #node: NodeLink | undefined
  /** Settles when the last change of collections has ended. */
  #changed: Promise<unknown> = Promise.resolve()
  /** The running changes of records. */
  readonly #sharing = new Set<Promise<unknown>>()

  /** @param node the link to other servers of the database */
  constructor(node?: NodeLink) {
    this.#node = node
  }

  /** Runs a task during which collections do not change. On a node, it can run more than once, but not after a commit. */
  async runShared<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#changed
    await before
    // Another change of collections may have been requested since.
    if (this.#changed !== before) return this.runShared(work)
    const working = this.#run(work, false)
    const ended = working.catch(() => undefined)
    this.#sharing.add(ended)
    try {
      return await working
    } finally {
      this.#sharing.delete(ended)
    }
  }

  /** Runs a task that changes collections. */
  runExclusive<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#changed.then(() => Promise.all(this.#sharing)).then(() => this.#run(work, true))
    this.#changed = run.catch(() => undefined)
    return run
  }

  #run<T>(work: () => Promise<T>, isExclusive: boolean): Promise<T> {
    return this.#node ? this.#runOnNode(this.#node, work, isExclusive) : work()
  }

  /** Repeats work if its transaction has found that another node changed the collections after the work looked them up. */
  async #runOnNode<T>(node: NodeLink, work: () => Promise<T>, isExclusive: boolean): Promise<T> {
    for (let repetitions = 0; ; repetitions += 1) {
      const scope: CollectionScope = { collections: node.collections, isExclusive, isOutdated: false, hasCommitted: false }
      const run = collectionScope.run(scope, work)
      await run.catch(() => undefined)
      if (!scope.isOutdated || scope.hasCommitted || repetitions === maxRepetitions) return run
      await node.catchUp()
    }
  }
}
