import { expect } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import type { MailServer } from '../../harness/openMailServer.ts'
import type { Receiver } from '../../harness/openReceiver.ts'
import { remainingFiles } from '../../harness/storedFiles.ts'
import type { Installation } from './openInstallation.ts'

const records = '/api/collections/scratch/records'

/** Readers of the sample, who can reset their passwords. */
const readers = ['alice', 'bob', 'carol', 'dave'].map(name => `${name}@readers.example`)

/** What has to be stored while effects are under way. */
const pending = {
  mails: 'SELECT COUNT(*) FROM "_cofferMails" WHERE job <> \'\'',
  removals: "SELECT COUNT(*) FROM _params WHERE key LIKE 'cofferRemoval:%'",
  deliveries: 'SELECT COUNT(*) FROM "_cofferDeliveries" WHERE state = \'waiting\'',
}

interface Pending extends Record<keyof typeof pending, number> {
  /** Acknowledged changes that the receiver of the web hook has not been told of. */
  untold: number
}

/** A change of a record whose response has arrived. */
interface Acknowledged {
  id: string
  n: number
}

function upload(n: number): FormData {
  const form = new FormData()
  form.set('n', String(n))
  form.set('f1', new File([`the content of ${n}`], `file${n}.txt`))
  return form
}

/** Makes changes with effects (mails, removed files, web hooks), and verifies the effects after the server was killed. */
export class Effects {
  readonly #installation: Installation
  readonly #mails: MailServer
  readonly #receiver: Receiver
  /** Number of mails of the current round that were acknowledged, by recipient. */
  readonly #asked = new Set<string>()
  #acknowledged: Acknowledged[] = []
  #ids: string[] = []
  #n = 0

  constructor(installation: Installation, mails: MailServer, receiver: Receiver) {
    this.#installation = installation
    this.#mails = mails
    this.#receiver = receiver
  }

  /** Number of effects that are not finished, which the next start has to finish. */
  pending(): Pending {
    const count = (sql: string): number => {
      try {
        return Number(this.#installation.query(sql)[0]?.[0])
      } catch {
        // A table that has not been used yet.
        return 0
      }
    }
    const { mails, removals, deliveries } = pending
    return { mails: count(mails), removals: count(removals), deliveries: count(deliveries), untold: this.#untold().length }
  }

  /** Sends changes at the same time. Resolves when the first response to one of the kind has arrived. */
  async causeSome(port: number, kind: 'mails' | 'changes'): Promise<void> {
    const mails = readers.map(email => this.#requestMail(port, email))
    const changes = [this.#create(port), ...this.#ids.splice(0, 2).map(id => this.#replaceOrDelete(port, id))]
    for (const one of [...mails, ...changes]) one.catch(() => undefined)
    await Promise.any(kind === 'mails' ? mails : changes)
  }

  /** Waits until a started server has finished all effects, then verifies them. */
  async verify(): Promise<void> {
    // A server that has just started has yet to plan the deliveries of logged changes.
    const none = { mails: 0, removals: 0, deliveries: 0, untold: 0 }
    await expect.poll(() => this.pending(), { timeout: 30_000, message: 'unfinished effects' }).toEqual(none)
    this.#verifyMails()
    await this.#verifyFiles()
    this.#verifyMessages()
  }

  async #requestMail(port: number, email: string): Promise<void> {
    const response = await askApi(port, 'POST', '/api/collections/users/request-password-reset', { body: { email } })
    expect(response.status).toBe(204)
    this.#asked.add(email)
  }

  async #create(port: number): Promise<void> {
    this.#n += 1
    const n = this.#n
    const { status, json, text } = await askApi(port, 'POST', records, { body: upload(n) })
    expect(status, text).toBe(200)
    this.#ids.push(String(json.id))
    this.#acknowledged.push({ id: String(json.id), n })
  }

  /** Replaces the file of a record, or deletes the record: its old file has to be removed. */
  async #replaceOrDelete(port: number, id: string): Promise<void> {
    this.#n += 1
    const n = this.#n
    if (n % 2 === 0) {
      expect((await askApi(port, 'DELETE', `${records}/${id}`)).status).toBe(204)
      this.#acknowledged.push({ id, n: -1 })
      return
    }
    const { status, text } = await askApi(port, 'PATCH', `${records}/${id}`, { body: upload(n) })
    // An earlier request that was not acknowledged may have deleted it.
    expect([200, 404], text).toContain(status)
    if (status !== 200) return
    this.#ids.push(id)
    this.#acknowledged.push({ id, n })
  }

  /** Every acknowledged mail was sent once, or twice if the server was killed before it could record that. */
  #verifyMails(): void {
    const taken = this.#mails.taken.splice(0).flatMap(({ to }) => to)
    const counts = new Map(readers.map(email => [email, taken.filter(to => to === email).length]))
    for (const [email, count] of counts) {
      expect(count, `mails to ${email}`).toBeLessThanOrEqual(2)
      if (this.#asked.has(email)) expect(count, `acknowledged mails to ${email}`).toBeGreaterThanOrEqual(1)
    }
    this.#asked.clear()
  }

  /** Exactly the files of the records are stored. */
  async #verifyFiles(): Promise<void> {
    const { dataDir, query } = this.#installation
    const [[collection] = []] = query("SELECT id FROM _collections WHERE name = 'scratch'")
    const rows = query('SELECT id, f1 FROM scratch').filter(([, file]) => String(file).startsWith('file'))
    const wanted = rows.map(([id, file]) => `storage/${collection}/${id}/${file}`)
    const stored = () => remainingFiles(dataDir, String(collection)).filter(file => /\/file\d+_[^/]*$/.test(file))
    await expect.poll(() => stored().sort(), { timeout: 10_000, message: 'stored files' }).toEqual(wanted.sort())
  }

  /** Returns the acknowledged changes that the receiver got no message about. */
  #untold(): Acknowledged[] {
    const states = this.#states()
    return this.#acknowledged.filter(({ id, n }) => !states.get(id)?.includes(n))
  }

  /** The receiver got the changes of each record in their order. */
  #verifyMessages(): void {
    for (const [id, numbers] of this.#states()) {
      const changes = numbers.filter(n => n >= 0)
      expect(changes, `order of the messages about ${id}`).toEqual(changes.toSorted((a, b) => a - b))
      if (numbers.includes(-1)) expect(numbers.indexOf(-1), `the deletion of ${id} is last`).toBe(numbers.length - 1)
    }
    this.#acknowledged = []
    ;(this.#receiver.received as unknown[]).length = 0
  }

  /** Returns the values of `n` that the receiver got of each record, in their order; -1 is its deletion. */
  #states(): Map<string, number[]> {
    const states = new Map<string, number[]>()
    for (const { json } of this.#receiver.received) {
      const { recordId, record } = json.data
      const n = json.type === 'record.deleted' ? -1 : Number(record?.n)
      const known = states.get(recordId) ?? []
      // A message can be repeated if the server was killed before it could record the delivery.
      if (known.at(-1) !== n) states.set(recordId, [...known, n])
    }
    return states
  }
}
