import { setTimeout as wait } from 'node:timers/promises'
import type { RunningCoffer } from '../../harness/coffer.ts'
import { type Content, fileContentOf, type Ledger, textOf } from './Ledger.ts'
import { type Connections, openConnections, type Sent } from './sendOverHttp.ts'

export const recordsPath = '/api/collections/scratch/records'

/** Kinds of writers: small records, records with a file, and records so large that their commit is slow. */
const writers = [...Array(12).fill('small'), ...Array(4).fill('file'), ...Array(2).fill('large')] as const

const largeText = 'a large record '.repeat(40_000)

/** A storm lasts until it has at least this number of responses, however busy the machine is. */
const minResponses = 40

let lastNumber = 0
const idOf = (n: number): string => `storm${n}`.padEnd(15, '_')

function bodyOf(writer: string, id: string, { n, hasFile }: Content): object {
  const values = { id, n, t: textOf(n), ...(writer === 'large' && { ed: largeText }) }
  if (!hasFile) return values
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.set(name, String(value))
  form.set('f1', new File([fileContentOf(n)], 'round.txt'))
  return form
}

/** Failures before the kill, and acknowledged writes that were not committed at the time of their response. */
export interface StormReport {
  failures: string[]
  uncommitted: string[]
}

function assertSuccess({ status, json }: Sent): void {
  if (status !== 200 && status !== 204) throw new Error(`${status} ${JSON.stringify(json)}`)
}

/** Concurrent writers, and a kill of the server at the moment a response arrives. */
class Storm {
  readonly #coffer: RunningCoffer
  readonly #ledger: Ledger
  readonly #connections: Connections
  readonly #witness: ReturnType<Ledger['openWitness']>
  readonly report: StormReport = { failures: [], uncommitted: [] }
  isLate = false
  #responses = 0
  #isOver = false

  constructor(coffer: RunningCoffer, ledger: Ledger) {
    this.#coffer = coffer
    this.#ledger = ledger
    this.#connections = openConnections(coffer.port)
    this.#witness = ledger.openWitness()
  }

  async keepWriting(writer: string): Promise<void> {
    try {
      while (!this.#isOver) await this.#writeOne(writer)
    } catch (error) {
      if (!this.#isOver) this.report.failures.push(String(error))
    }
  }

  close(): void {
    this.#witness.close()
    this.#connections.close()
  }

  /** Creates and changes one record; every second record is deleted at the end. */
  async #writeOne(writer: string): Promise<void> {
    const number = ++lastNumber
    const id = idOf(number)
    for (const method of ['POST', 'PATCH', 'PATCH', 'PATCH']) {
      const content = { n: ++lastNumber, hasFile: writer === 'file' }
      await this.#change(method, id, bodyOf(writer, id, content), content)
    }
    if (writer === 'small') await this.#countUp()
    if (number % 2 === 0) await this.#change('DELETE', id, undefined, undefined)
  }

  async #change(method: string, id: string, body: object | undefined, content: Content | undefined): Promise<void> {
    this.#ledger.begin(id, content)
    await this.#send(method, method === 'POST' ? '' : `/${id}`, body, () => {
      this.#ledger.acknowledge(id, content)
      const mismatch = this.#witness.mismatch(id, content)
      if (mismatch !== undefined) this.report.uncommitted.push(mismatch)
    })
  }

  async #countUp(): Promise<void> {
    const { counter } = this.#ledger
    counter.sent += 1
    await this.#send('PATCH', `/${counter.id}`, { 'n+': 1 }, () => {
      counter.acknowledged += 1
    })
  }

  async #send(method: string, path: string, body: object | undefined, acknowledge: () => void): Promise<void> {
    await this.#connections.send(method, recordsPath + path, body, response => {
      this.#responses += 1
      if (this.isLate && this.#responses > minResponses && !this.#isOver) {
        this.#isOver = true
        this.#coffer.signal('SIGKILL')
      }
      assertSuccess(response)
      acknowledge()
    })
  }
}

/**
 * Writes concurrently, and kills the server at the moment a response arrives.
 * @param milliseconds minimum duration
 */
export async function runStorm(coffer: RunningCoffer, ledger: Ledger, milliseconds: number): Promise<StormReport> {
  const storm = new Storm(coffer, ledger)
  const writing = writers.map(writer => storm.keepWriting(writer))
  await wait(milliseconds)
  storm.isLate = true
  await Promise.all(writing)
  storm.close()
  await coffer.end('SIGKILL')
  return storm.report
}
