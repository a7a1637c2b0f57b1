import { setTimeout as sleep } from 'node:timers/promises'
import { queryDatabase } from '../../harness/queryDatabase.ts'
import { buildRequest } from './buildRequest.ts'
import { type Case, isCaseStep, playCaseStep } from './caseSteps.ts'
import { compareEvents } from './compareEvents.ts'
import { compareMails } from './compareMails.ts'
import { compareReply } from './compareReply.ts'
import { compareValues } from './compareValues.ts'
import type { Difference, EventsStep, Json, ListenerSetup, MailsStep, RequestStep, SqlStep, Step } from './Exchange.ts'
import { type Listener, openListener } from './openListener.ts'
import { readPath } from './readPath.ts'
import type { Sandbox } from './Sandbox.ts'
import { Variables } from './Variables.ts'

/** Milliseconds without an event after which a listener stops waiting. */
const maxSilenceMs = 8_000

/** Milliseconds for which a query is repeated until it finds what was recorded, and the pause between two queries. */
const maxLagMs = 15_000
const lagCheckMs = 1_000

/** The server that a scenario is played on. */
export type Stage = Pick<Sandbox, 'dataDir' | 'dialect' | 'port' | 'sink' | 'send' | 'restart'> & { case?: Case }

/** A scenario in progress: the values captured so far and its realtime connections. */
export class Play {
  readonly #stage: Stage
  readonly #variables: Variables
  readonly #listeners = new Map<string, Listener>()

  constructor(stage: Stage) {
    this.#stage = stage
    this.#variables = new Variables(stage.dataDir, stage.port, stage.dialect)
  }

  async listen({ name, as = 'guest', subscriptions }: ListenerSetup): Promise<void> {
    const listener = await openListener(this.#stage.port, this.#variables.prefix)
    this.#listeners.set(name, listener)
    this.#variables.captured.set(`${name}.clientId`, listener.clientId)
    if (subscriptions === undefined) return
    const json = { clientId: listener.clientId, subscriptions }
    const request = await buildRequest({ method: 'POST', path: '/api/realtime', as, json }, this.#variables)
    const reply = await this.#stage.send(request)
    if (reply.status !== 204) throw new Error(`listener ${name}: subscribing returned ${reply.status} ${reply.body}`)
  }

  /** Plays one step; captured values are available from the next step. */
  async step(step: Step): Promise<Difference[]> {
    if ('request' in step) return this.#request(step)
    if ('mails' in step) return this.#mails(step)
    if ('events' in step) return this.#events(step)
    if ('sql' in step) return this.#sql(step)
    if (isCaseStep(step)) return this.#case(step)
    if ('wait' in step) await sleep(step.wait * 1000)
    else await this.#stage.restart()
    return []
  }

  close(): void {
    for (const listener of this.#listeners.values()) listener.close()
  }

  async #request(step: RequestStep): Promise<Difference[]> {
    const until = Date.now() + (step.within ?? 0) * 1000
    let differences = await this.#attempt(step)
    while (differences.length > 0 && Date.now() < until) {
      await sleep(250)
      differences = await this.#attempt(step).catch(error => [{ at: 'error', expected: '', got: String(error) }])
    }
    return differences.length > 0 || step.times === undefined ? differences : this.#atOnce(step, step.times - 1)
  }

  async #attempt({ request, response, capture = {} }: RequestStep): Promise<Difference[]> {
    const reply = await this.#stage.send(await buildRequest(request, this.#variables))
    const differences = await compareReply(response, reply, this.#variables.captured)
    for (const [name, path] of Object.entries(capture)) {
      try {
        this.#capture(name, readPath(path, reply))
      } catch (error) {
        // Steps after one that is known to differ can need what it has in common with the recording.
        if (differences.length === 0) throw error
      }
    }
    return differences.length > 0 ? [...differences, { at: 'response', expected: '', got: reply.body.toString() }] : []
  }

  async #atOnce(step: RequestStep, times: number): Promise<Difference[]> {
    const started = Date.now()
    const [differences = []] = (await Promise.all(Array.from({ length: times }, () => this.#attempt(step)))).filter(
      ({ length }) => length > 0,
    )
    const seconds = (Date.now() - started) / 1000
    const isLate = seconds > (step.seconds ?? Number.POSITIVE_INFINITY)
    return isLate ? [...differences, { at: 'seconds', expected: step.seconds, got: seconds }] : differences
  }

  #case(step: Parameters<typeof playCaseStep>[1]): Promise<Difference[]> {
    if (!this.#stage.case) throw new Error('this step needs a file with "case"')
    return playCaseStep(this.#stage.case, step, this.#variables)
  }

  async #mails({ mails }: MailsStep): Promise<Difference[]> {
    const { sink } = this.#stage
    if (sink === undefined) throw new Error('a step with mails needs a scenario with "mail": true')
    const received = await sink.take(mails.length)
    const differences = compareMails(mails, received, this.#variables.captured)
    for (const [index, { capture = {} }] of mails.entries()) {
      for (const [name, pattern] of Object.entries(capture)) {
        const text = received[index]?.text ?? ''
        const found = new RegExp(pattern).exec(text)
        if (found === null) differences.push({ at: `mail[${index}].text`, expected: `… ${pattern} …`, got: text })
        else this.#capture(name, found[1] ?? found[0])
      }
    }
    return differences
  }

  async #events({ events }: EventsStep): Promise<Difference[]> {
    const listeners = [...this.#listeners]
    const arrived = () => listeners.reduce((sum, [, listener]) => sum + listener.arrived(), 0)
    let [count, since] = [0, Date.now()]
    while (count < events.length && Date.now() - since < maxSilenceMs) {
      await sleep(20)
      if (arrived() > count) [count, since] = [arrived(), Date.now()]
    }
    await sleep(500)
    const got = listeners.flatMap(([name, listener]) => listener.take().map(event => ({ listener: name, ...event })))
    return compareEvents(events, got, this.#variables.captured)
  }

  /** Repeats the query, because a busy machine stores the log later than the recorded server did. */
  async #sql({ sql, db = 'data', rows, within }: SqlStep): Promise<Difference[]> {
    const query = this.#variables.fillText(sql)
    const compare = () => compareValues(rows, queryDatabase(this.#stage.dataDir, db, query), this.#variables.captured, 'rows')
    const lagMs = this.#stage.case ? 0 : maxLagMs
    const until = Date.now() + (within === undefined ? lagMs : within * 1000)
    let differences = compare()
    while (differences.length > 0 && Date.now() < until) {
      await sleep(lagCheckMs)
      differences = compare()
    }
    return differences
  }

  #capture(name: string, value: Json): void {
    this.#variables.captured.set(name, value)
  }
}
