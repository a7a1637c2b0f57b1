import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { messageOf } from '../../../errors/inspectError.ts'
import { currentMoment, type Lease, leaseMs } from '../../../runtime/cache/lease.ts'
import { printError } from '../../../runtime/terminal.ts'
import { DatabaseError } from '../../DatabaseError.ts'
import type { NodeLink } from '../../engine.ts'
import type { NodeCommit, NodeIdentity, NodeMessage, NodePolicy, NodeReport, NodeStatus } from '../../nodes.ts'
import { classifyError } from '../classifyError.ts'
import { assertNodeFits, type NodeGuard, NodeMismatchError, unjoined } from './assertNodeFits.ts'
import { CommitWaits } from './CommitWaits.ts'
import { LapseCheck } from './LapseCheck.ts'
import { LogTrim } from './LogTrim.ts'
import { listNodes, saveReport } from './listNodes.ts'
import { everything, type LogRow, maxReadBytes, maxRows, readLog } from './logPage.ts'
import { NodeCounters } from './NodeCounters.ts'
import { NodeDuties } from './NodeDuties.ts'
import { NodeJobs } from './NodeJobs.ts'
import { messagesChannel, NodeMailbox, type NodeQuery } from './NodeMailbox.ts'
import { includesCommit, parseCommit } from './nodeCommits.ts'
import { OwnCommits } from './OwnCommits.ts'
import { renewLease } from './renewLease.ts'
import { wakeChannel } from './sendEntry.ts'

/** Interval at which a node renews its lease, and reads the log even if nothing wakes it. */
const beatMs = 250

/** Receives what the log contains. */
export interface NodeListener {
  /** Called with all commits of all nodes, in the same order on each of them. */
  deliver: (commit: NodeCommit) => void
  /** Called if commits may have been missed. */
  reset: () => void
  /** Called with each message of another node. */
  receive: (message: NodeMessage) => void
}

/** The log of the nodes of a database, as one of them reads it, on the connection that holds the locks of this node. */
export class NodeLog implements NodeLink {
  readonly name: string
  /** The address of the messages to this node. */
  readonly address: string
  /** Marks the commits of this process in the log. */
  readonly origin = randomUUID()
  readonly own: OwnCommits
  readonly duties: NodeDuties
  readonly jobs: NodeJobs
  readonly mailbox: NodeMailbox
  readonly counters: NodeCounters
  policy: NodePolicy | undefined
  collections = 0
  clockOffsetMs = 0
  #listener: NodeListener = { deliver: () => undefined, reset: () => undefined, receive: () => undefined }
  #identity: NodeIdentity | undefined
  readonly #waits: CommitWaits
  readonly #trim: LogTrim
  readonly #lapse: LapseCheck
  #guard: NodeGuard = { isOnPrimary: async () => true, end: () => undefined }
  /** Returns why the node cannot use what is stored, as a sentence. */
  #findProblem: () => Promise<string | undefined> = async () => undefined
  #onLease: (lease: Lease) => void = () => undefined
  /** The connection of the next `rejoin`. */
  #attached: pg.Client | undefined
  /** The connection on which the node has joined the others. */
  #client: pg.Client | undefined
  /** The position up to which the log has been delivered. */
  #position = ''
  #reading: Promise<void> = Promise.resolve()
  #nextRead: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  /** Whether the lease has to be renewed with the next read, because another node may wait for this one. */
  #mustReport = false
  #renewedAt = 0
  /** Whether the last read has failed. */
  #hasFailed = false
  /** Whether the lease had lapsed before a renewal. It stays true if the read of the same round fails. */
  #hasLapsed = false
  /** Whether nodes may have started without comparing themselves with this one since it has served. */
  #isForgotten = false
  /** Whether the consumers still have to recover from what may have been missed. */
  #mustRestart = false
  #isWaking = false
  #isClosed = false

  /** Runs a statement outside of the session of this node, whose lease must not wait for it. */
  #queryBeside: NodeQuery = () => Promise.reject(new DatabaseError('unreachable', 'The database is not open.'))

  constructor(name: string, address: string) {
    this.name = name
    this.address = address
    const query: NodeQuery = (text, values) => this.#queryBeside(text, values)
    this.duties = new NodeDuties(name, (text, values) => this.#query(text, values), query)
    this.jobs = new NodeJobs(query)
    this.counters = new NodeCounters(query)
    this.#trim = new LogTrim({ name, query, counters: this.counters })
    this.#lapse = new LapseCheck({ isOnPrimary: () => this.#guard.isOnPrimary(), assertFits: () => this.#assertStillFits() })
    this.#waits = new CommitWaits((text, values) => this.#query(text, values), { origin: name, isOver: () => this.#isClosed })
    this.mailbox = new NodeMailbox(address, query, message => this.#listener.receive(message))
    this.own = new OwnCommits(
      commit => this.#deliver(() => commit),
      xid => includesCommit(this.#position, xid),
    )
  }

  /**
   * Sets the receiver of the log.
   * @param query runs a statement outside of transactions, on a connection that others share
   */
  listen(listener: NodeListener, query: NodeQuery): void {
    this.#listener = listener
    this.#queryBeside = query
  }

  /** Sets what ends the node, and finds out whether its session leads to the primary. */
  guardBy(guard: NodeGuard): void {
    this.#guard = guard
  }

  onLease(listener: (lease: Lease) => void): void {
    this.#onLease = listener
  }

  /**
   * Sets the connection of the next `join` or `rejoin`. Until then, reads fail: from the old position, they would deliver commits
   * twice.
   */
  attach(client: pg.Client): void {
    this.#attached = client
  }

  async join(identity: NodeIdentity, policy: NodePolicy, findProblem?: () => Promise<string | undefined>): Promise<void> {
    this.#identity = identity
    if (findProblem) this.#findProblem = findProblem
    await this.rejoin()
    this.policy = policy
  }

  /** Begins at the present, on a new connection that holds the locks of this node. */
  async rejoin(): Promise<void> {
    const client = this.#attached
    const identity = this.#identity
    if (!client || !identity) return
    await this.#assertUsable()
    await client.query('SET synchronous_commit = off')
    await client.query(`LISTEN ${wakeChannel}; LISTEN ${messagesChannel}`)
    // What is sent from here on precedes the statements of `leave`.
    if (this.#isClosed) return
    const { rows } = await client.query<{ position: string; pid: number }>(
      `INSERT INTO "_cofferNodes" (name, version, key, address, lease, applied)
        VALUES ($1, $2, $3, $4, clock_timestamp() + interval '${leaseMs} ms', '${unjoined}') ON CONFLICT (name)
        DO UPDATE SET version = excluded.version, key = excluded.key, address = excluded.address, started = clock_timestamp(), lease = excluded.lease, applied = excluded.applied
        RETURNING pg_current_snapshot()::text AS position, pg_backend_pid() AS pid`,
      [identity.name, identity.version, identity.key, this.address],
    )
    await assertNodeFits(client, identity, { isJoining: true })
    if (this.#isClosed) return
    client.on('notification', ({ channel, payload, processId }) => {
      if (channel === wakeChannel && processId !== rows[0]?.pid) this.#beat()
      if (channel === messagesChannel && payload === this.address) this.mailbox.read()
    })
    this.#client = client
    this.#position = rows[0]?.position ?? ''
    this.#trim.restart()
    this.#hasFailed = false
    this.#restart()
    clearInterval(this.#timer)
    this.#timer = setInterval(() => this.#beat(), beatMs).unref()
    // Due at once.
    this.#renewedAt = performance.now() - beatMs
    this.#lapse.done()
    this.mailbox.read()
    // If the first renewal has taken long, the second read finds out why.
    await this.catchUp().catch(() => this.catchUp())
  }

  /** Called when the connection is lost. */
  lose(): void {
    this.#attached = undefined
    this.#client = undefined
    clearInterval(this.#timer)
    this.#restart()
  }

  /** Removes this node from the list, so that no other one waits for it. */
  async leave(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    this.mailbox.close()
    await this.#reading.catch(() => undefined)
    // While the node joins again, it can be listed already.
    this.#client ??= this.#attached
    if (this.#identity) {
      await this.duties.release().catch(() => undefined)
      await this.#query('DELETE FROM "_cofferNodes" WHERE name = $1', [this.name]).catch(() => undefined)
    }
    this.#attached = undefined
    this.#client = undefined
    this.own.deliverCommitted()
  }

  catchUp(): Promise<void> {
    this.#nextRead ??= this.#reading
      .catch(() => undefined)
      .then(() => {
        this.#nextRead = undefined
        this.#reading = this.#read()
        return this.#reading
      })
    return this.#nextRead
  }

  /** Resolves when a commit that is on disk has been delivered, in the order of the log. */
  async deliverOwn(xid: string): Promise<void> {
    const delivered = this.own.settle(xid)
    this.#wakeOthers()
    this.#beat()
    // Without a connection, nothing would deliver it.
    if (!this.#client) this.#restart()
    await delivered
  }

  /** Resolves when every other node has applied a commit, or may no longer serve. */
  async appliedByAll(xid: string): Promise<void> {
    await this.#waits.untilApplied(xid)
  }

  async report({ clients, lastError, lastErrorDate }: NodeReport): Promise<void> {
    // PostgreSQL stores no text with NUL.
    await this.#query(saveReport, [this.name, clients, lastError.replaceAll('\0', '\ufffd'), lastErrorDate])
  }

  async list(): Promise<NodeStatus[]> {
    return (await this.#query<NodeStatus>(listNodes, [this.name])).rows
  }

  /** Reads the log without waiting. After a lost connection, `rejoin` does. */
  #beat(): void {
    this.catchUp().catch(() => undefined)
  }

  /** Notifies the other nodes. While one announcement is under way, the next one covers all commits since. */
  #wakeOthers(): void {
    if (this.#isWaking) return
    this.#isWaking = true
    setImmediate(() => {
      this.#isWaking = false
      this.#query(`NOTIFY ${wakeChannel}`).catch(() => undefined)
    })
  }

  #query<Row extends object>(text: string, values: unknown[] = []): Promise<{ rows: Row[]; rowCount: number | null }> {
    if (!this.#client) return Promise.reject(new DatabaseError('unreachable', 'The session of this node is lost.'))
    return this.#client.query<Row>(text, values).catch((error: unknown) => {
      throw classifyError(error)
    })
  }

  /** @throws NodeMismatchError if the node cannot use what is stored */
  async #assertUsable(): Promise<void> {
    const problem = await this.#findProblem()
    if (problem !== undefined) throw new NodeMismatchError(problem)
  }

  /** Compares the node with the others after a lapse. */
  async #assertStillFits(): Promise<void> {
    await this.#assertUsable()
    if (this.#client && this.#identity) await assertNodeFits(this.#client, this.#identity, { isJoining: false })
  }

  async #read(): Promise<void> {
    const checking = this.#client && this.#lapse.before(performance.now() - this.#renewedAt)
    if (checking) await checking
    const renewedAt = currentMoment()
    const now = performance.now()
    // After a failed read, the lease lapses, so that no change waits for this node. It is renewed before a read, never after one: what the
    // others have committed without waiting for this node has to be read before it serves again.
    const isDue = !this.#hasFailed && (this.#mustReport || now - this.#renewedAt >= beatMs / 2)
    this.#mustReport = false
    const renewed = isDue ? this.#renewLease() : undefined
    renewed?.catch(() => undefined)
    this.#hasFailed = true
    await this.#readAll()
    const tookMs = await renewed
    if (isDue && tookMs === undefined) {
      // The other nodes do not know this one anymore. It joins again with a new connection.
      await this.#client?.end()
      throw new DatabaseError('unreachable', 'This node is no longer listed.')
    }
    if (this.#mustRestart) this.#restart()
    if (tookMs !== undefined) await this.#assertServing(tookMs)
    this.#hasFailed = false
    if (!isDue) return
    this.#renewedAt = now
    this.#onLease({ renewedAt, hasLapsed: this.#hasLapsed })
    this.#hasLapsed = false
    this.#isForgotten = false
    this.#lapse.done()
    // What was delivered just now is reported at once, because a change may wait for it.
    if (this.#mustReport) this.#beat()
    this.#trim.run(this.#position).catch(() => undefined)
  }

  /** Renews the lease. Returns how many milliseconds that took; undefined if this node is no longer listed. */
  async #renewLease(): Promise<number | undefined> {
    const renewal = await renewLease((text, values) => this.#query(text, values), this.name, this.#position)
    if (!renewal) return undefined
    this.clockOffsetMs = renewal.clockOffsetMs ?? this.clockOffsetMs
    this.#hasLapsed ||= renewal.hasLapsed
    this.#isForgotten ||= renewal.isForgotten
    this.#mustRestart ||= renewal.isLost
    return renewal.tookMs
  }

  /** @throws the error of `LapseCheck.after`, after which this process ends if the node must not run beside the others anymore */
  async #assertServing(tookMs: number): Promise<void> {
    try {
      await this.#lapse.after({ isForgotten: this.#isForgotten, tookMs })
    } catch (error) {
      if (error instanceof NodeMismatchError) this.#guard.end(error)
      throw error
    }
  }

  /** Delivers everything that is visible now. */
  async #readAll(): Promise<void> {
    let upTo: string | undefined
    let lastId = '0'
    for (let isComplete = false; !isComplete; ) {
      const { rows } = await this.#query<LogRow>(readLog, [this.#position, this.origin, upTo ?? everything, lastId])
      const [first] = rows
      if (!first) break
      const bytes = rows.reduce((sum, { size }) => sum + (size ?? 0), 0)
      for (const { id, xid, content } of rows) {
        if (id === null) continue
        lastId = id
        this.#deliverEntry(xid, content)
      }
      if (upTo === undefined) this.collections = first.collections
      upTo ??= first.position
      isComplete = rows.length < maxRows && bytes < maxReadBytes
    }
    this.#position = upTo ?? this.#position
    this.own.forgetUnknown()
  }

  #deliverEntry(xid: string, content: string | null): void {
    if (content === null) {
      this.own.deliver(xid)
      return
    }
    this.#mustReport = true
    this.#deliver(() => parseCommit(content))
  }

  /** Delivers a commit. If that fails, the consumers recover as if they had missed it, so the node serves nothing outdated and goes on. */
  #deliver(read: () => NodeCommit): void {
    try {
      this.#listener.deliver(read())
    } catch (error) {
      printError`Error: This node could not apply a change, so it drops its caches and ends its event streams. ${messageOf(error)}`
      this.#listener.reset()
    }
  }

  /** Delivers what is known to be committed, and lets the consumers recover from what may have been missed. */
  #restart(): void {
    this.#mustRestart = true
    try {
      this.own.deliverCommitted()
    } finally {
      this.#listener.reset()
    }
    this.#mustRestart = false
  }
}
