import { setTimeout as wait } from 'node:timers/promises'
import type { RunningCoffer } from '../../harness/coffer.ts'
import { type Content, fileContentOf, type Ledger, textOf } from './Ledger.ts'
import { openConnections, type Sent } from './sendOverHttp.ts'

export const recordsPath = '/api/collections/scratch/records'

/** Writers that send small records, records with a file, and records so large that a commit takes its time. */
const writers = [...Array(12).fill('small'), ...Array(4).fill('file'), ...Array(2).fill('large')] as const

const largeText = 'a large record '.repeat(40_000)

let lastNumber = 0
const idOf = (n: number): string => `storm${n}`.padEnd(15, '_')

const bodyOf = (writer: string, id: string, { n, hasFile }: Content): object => {
  const values = { id, n, t: textOf(n), ...(writer === 'large' && { ed: largeText }) }
  if (!hasFile) return values
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.set(name, String(value))
  form.set('f1', new File([fileContentOf(n)], 'round.txt'))
  return form
}

/** What went wrong before the server was killed, and what it had answered before that was so. */
export interface StormReport {
  failures: string[]
  unkept: string[]
}

/**
 * Writes from many sides at once, and kills the server in the moment in which an answer arrives.
 * @param milliseconds from the first answer to the last
 */
export const runStorm = async (coffer: RunningCoffer, ledger: Ledger, milliseconds: number): Promise<StormReport> => {
  const { send, close } = openConnections(coffer.port)
  const witness = ledger.openWitness()
  const report: StormReport = { failures: [], unkept: [] }
  let isOver = false
  let killsNext = false

  const requireSuccess = ({ status, json }: Sent) => {
    if (status !== 200 && status !== 204) throw new Error(`${status} ${JSON.stringify(json)}`)
  }
  const killIfDue = () => {
    if (!killsNext || isOver) return
    isOver = true
    coffer.signal('SIGKILL')
  }
  const change = async (method: string, id: string, body: object | undefined, content: Content | undefined): Promise<void> => {
    ledger.begin(id, content)
    await send(method, method === 'POST' ? recordsPath : `${recordsPath}/${id}`, body, answer => {
      killIfDue()
      requireSuccess(answer)
      ledger.acknowledge(id, content)
      const fault = witness.fault(id, content)
      if (fault !== undefined) report.unkept.push(fault)
    })
  }
  const countUp = async (): Promise<void> => {
    ledger.counter.sent += 1
    await send('PATCH', `${recordsPath}/${ledger.counter.id}`, { 'n+': 1 }, answer => {
      killIfDue()
      requireSuccess(answer)
      ledger.counter.acknowledged += 1
    })
  }
  const keepWriting = async (writer: string): Promise<void> => {
    for (let turn = 0; !isOver; turn += 1) {
      const id = idOf(++lastNumber)
      const next = (): Content => ({ n: ++lastNumber, hasFile: writer === 'file' })
      const first = next()
      await change('POST', id, bodyOf(writer, id, first), first)
      for (let more = 0; more < 3; more += 1) {
        const content = next()
        await change('PATCH', id, bodyOf(writer, id, content), content)
      }
      if (writer === 'small') await countUp()
      if (turn % 2 === 0) await change('DELETE', id, undefined, undefined)
    }
  }

  const writing = writers.map(writer =>
    keepWriting(writer).catch((error: unknown) => {
      if (!isOver) report.failures.push(String(error))
    }),
  )
  await wait(milliseconds)
  killsNext = true
  await Promise.all(writing)
  witness.close()
  close()
  await coffer.end('SIGKILL')
  return report
}
