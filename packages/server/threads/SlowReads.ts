import type { RequestTask } from './messages.ts'

/** Milliseconds for which a kind of read that was slow is expected to be slow again. */
const remembered = 60_000

const literals = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\d+/g

/** What reads of the same kind have in common: the endpoint, the collection, and the query without the values in it. */
const kindOf = ({ endpoint, request: { params, query } }: RequestTask): string => {
  const asked = query.filter(([name]) => name !== 'page').map(([name, value]) => `${name}=${value.replace(literals, '?')}`)
  return [endpoint, params.collection ?? '', ...asked].join(' ')
}

/** Learns which kinds of reads take long, from those that did. */
export class SlowReads {
  readonly #until = new Map<string, number>()

  /** Whether a read is to be expected to take long. */
  expects(task: RequestTask): boolean {
    if (this.#until.size === 0) return false
    const kind = kindOf(task)
    const until = this.#until.get(kind)
    if (until === undefined || until > performance.now()) return until !== undefined
    this.#until.delete(kind)
    return false
  }

  /** Told of a read that takes long. */
  learn(task: RequestTask): void {
    this.#until.set(kindOf(task), performance.now() + remembered)
  }

  /** Told of a read that was expected to take long and did not. */
  forget(task: RequestTask): void {
    this.#until.delete(kindOf(task))
  }
}
