import { randomUUID } from 'node:crypto'
import type { NodeMailbox as Mailbox, NodeAnswer, NodeMessage } from '../../nodes.ts'

/** The channel on which nodes announce messages, with the address of the recipient. */
export const messagesChannel = 'coffer_node_messages'

/** Milliseconds for which a message waits for its recipient, and its sender for the answer. */
const maxWaitMs = 5_000
/** Milliseconds after which a node whose lease has ended counts as gone. */
const maxLapseMs = 2_000
/** Interval at which a node checks that the recipients of its messages are live. */
const checkMs = 500
/** Messages of one read, and their size unless it is a single one. */
const maxMessages = 20
const maxReadBytes = 4 * 1024 * 1024

const isLive = `lease > clock_timestamp() - interval '${maxLapseMs} ms'`

/** Adds a message unless its recipient is gone. */
const post = `WITH posted AS (
    INSERT INTO "_cofferNodeMessages" (id, recipient, sender, content, expires)
    SELECT $1, $2, $3, $4, clock_timestamp() + interval '${maxWaitMs} ms' WHERE EXISTS (SELECT FROM "_cofferNodes" WHERE address = $2 AND ${isLive})
    RETURNING recipient)
  SELECT pg_notify('${messagesChannel}', recipient) FROM posted`

/** Takes the next messages. The sender of an expired one has given up. */
const take = `DELETE FROM "_cofferNodeMessages" WHERE id IN (SELECT id FROM (
    SELECT id, sum(octet_length(content)) OVER (ORDER BY expires, id) - octet_length(content) AS before FROM (
      SELECT * FROM "_cofferNodeMessages" WHERE recipient = $1 ORDER BY expires, id LIMIT ${maxMessages}) page) sized
    WHERE before < ${maxReadBytes})
  RETURNING id, sender, content, expires > clock_timestamp() AS "isCurrent"`

interface MessageRow extends NodeMessage {
  isCurrent: boolean
}

/** A message whose answer is awaited. */
interface Awaited {
  recipient: string
  postedAt: number
  answered: (answer: NodeAnswer) => void
}

export type NodeQuery = <Row extends object>(text: string, values: unknown[]) => Promise<{ rows: Row[]; rowCount: number | null }>

/** Messages between the nodes of a database, in a table: nodes may not reach each other through the network. */
export class NodeMailbox implements Mailbox {
  readonly #address: string
  readonly #query: NodeQuery
  readonly #receive: (message: NodeMessage) => void
  readonly #awaited = new Map<string, Awaited>()
  #timer: NodeJS.Timeout | undefined
  #isReading = false
  #hasMore = false

  /**
   * @param address the address of this node
   * @param query runs a statement outside of transactions
   * @param receive called with each message of another node
   */
  constructor(address: string, query: NodeQuery, receive: (message: NodeMessage) => void) {
    this.#address = address
    this.#query = query
    this.#receive = receive
  }

  async send(recipient: string, content: string): Promise<NodeAnswer> {
    const id = randomUUID()
    const { promise, resolve } = Promise.withResolvers<NodeAnswer>()
    this.#awaited.set(id, { recipient, postedAt: performance.now(), answered: resolve })
    try {
      if ((await this.#query(post, [id, recipient, this.#address, content])).rowCount === 0) return 'gone'
      this.#timer ??= setInterval(() => void this.#check(), checkMs).unref()
      return await promise
    } finally {
      this.#awaited.delete(id)
      if (this.#awaited.size === 0) this.#stopChecks()
    }
  }

  async answer({ id, sender }: Pick<NodeMessage, 'id' | 'sender'>, content: string): Promise<void> {
    await this.#query(post, [id, sender, '', content])
  }

  /** Reads the messages to this node. Called when some are announced, and when announcements may have been missed. */
  read(): void {
    this.#hasMore = true
    if (!this.#isReading) void this.#readAll()
  }

  /** Resolves all messages that wait for an answer as `late`. */
  close(): void {
    for (const { answered } of this.#awaited.values()) answered('late')
  }

  async #readAll(): Promise<void> {
    this.#isReading = true
    try {
      while (this.#hasMore) {
        this.#hasMore = false
        const askedAt = performance.now()
        const { rows } = await this.#query<MessageRow>(take, [this.#address])
        const bytes = rows.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
        this.#hasMore ||= rows.length === maxMessages || bytes >= maxReadBytes
        // If the process was suspended since then, the messages are outdated.
        if (performance.now() - askedAt < maxWaitMs) for (const row of rows) this.#deliver(row)
      }
    } catch {
      // Without the database, the messages expire.
    } finally {
      this.#isReading = false
    }
  }

  #deliver({ isCurrent, id, sender, content }: MessageRow): void {
    if (sender === '') this.#awaited.get(id)?.answered({ content })
    else if (isCurrent) this.#receive({ id, sender, content })
  }

  /** Withdraws messages whose recipient is gone or that have waited too long, and resolves them as `gone` or `late`. */
  async #check(): Promise<void> {
    const { rows } = await this.#query<{ address: string }>(`SELECT address FROM "_cofferNodes" WHERE ${isLive}`, []).catch(
      () => ({ rows: undefined }),
    )
    const isGone = (recipient: string) => rows?.every(({ address }) => address !== recipient) ?? false
    const left: string[] = []
    for (const [id, { recipient, postedAt, answered }] of this.#awaited) {
      const isLate = performance.now() - postedAt > maxWaitMs
      if (!isLate && !isGone(recipient)) continue
      answered(isGone(recipient) ? 'gone' : 'late')
      left.push(id)
    }
    if (left.length === 0) return
    await this.#query('DELETE FROM "_cofferNodeMessages" WHERE id = ANY($1)', [left]).catch(() => undefined)
  }

  #stopChecks(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
