import { nodeAddressLength } from '../config/config.ts'
import type { DataEvent } from '../db/commits.ts'
import { type NodeAnswer, type NodeMessage, nodeMessageType } from '../db/nodes.ts'
import { Rejection } from '../errors/Rejection.ts'
import { defineEvent } from '../events/defineEvent.ts'
import type { EventConsumer } from '../events/EventLog.ts'
import type { ClientLedger } from '../runtime/clients/ClientLedger.ts'
import type { Sender } from '../runtime/clients/clientAddress.ts'
import { createRemote, performCall, type Remote, type RemoteCall } from '../runtime/Remote.ts'
import { clientIdLength } from './RealtimeClient.ts'
import type { RealtimeHub } from './RealtimeHub.ts'
import { createStreamService, type StreamService } from './streamService.ts'

const messageReceived = defineEvent<NodeMessage>(nodeMessageType)

/** Bytes that a forwarded call takes beside its text: with it, a client has at most 2,000 of them under way. */
const callOverheadBytes = 16 * 1024

const clientIdPattern = new RegExp(`^[A-Za-z0-9]{${clientIdLength}}$`)

/** What a node needs to reach the streams of the others. */
export interface NodeLine {
  /** The address of this node. */
  address: string
  send: (recipient: string, content: string) => Promise<NodeAnswer>
  answer: (message: Pick<NodeMessage, 'id' | 'sender'>, content: string) => Promise<void>
}

interface StreamsOptions {
  hub: Pick<RealtimeHub, 'check' | 'subscribe' | 'signInOf' | 'deliverReturn'>
  clients: Pick<ClientLedger, 'open' | 'clientOf'>
  /** Absent if this is the only server of its database. */
  node?: NodeLine
  warn: (message: string, error: unknown) => void
}

/** The event streams of the clients of all nodes. A call is forwarded to the node with whose address the id of the client begins. */
export class Streams implements EventConsumer {
  readonly #options: StreamsOptions
  readonly #services: { streams: StreamService }

  constructor(options: StreamsOptions) {
    this.#options = options
    this.#services = { streams: createStreamService(options.hub) }
  }

  /** Returns the operations for a request. A forwarded call counts for its client. They throw Rejection `limited` or `busy`. */
  of(sender: Sender): Remote<{ streams: StreamService }>['streams'] {
    return createRemote<{ streams: StreamService }>(call => this.#perform(call, sender)).streams
  }

  consume(event: DataEvent): void {
    if (messageReceived.is(event)) void this.#answer(event.data)
  }

  #perform(call: RemoteCall, sender: Sender): Promise<unknown> {
    const { node } = this.#options
    const clientId = String(call.args[0])
    const recipient = clientId.slice(0, nodeAddressLength)
    const isElsewhere = node && recipient !== node.address && clientIdPattern.test(clientId)
    return isElsewhere ? this.#forward(node, recipient, call, sender) : performCall(this.#services, call)
  }

  async #forward(node: NodeLine, recipient: string, call: RemoteCall, sender: Sender): Promise<unknown> {
    const { clients } = this.#options
    const content = JSON.stringify(call)
    const hold = clients.open('subscriptionBytes', clients.clientOf(sender))
    hold.resize(content.length + callOverheadBytes)
    try {
      const answer = await node.send(recipient, content)
      // The stream has ended with its node, so this node responds that the client is unknown.
      if (answer === 'gone') return await performCall(this.#services, call)
      const outcome = answer === 'late' ? undefined : (JSON.parse(answer.content) as { result?: unknown; isFailed?: true })
      if (!outcome || outcome.isFailed)
        throw new Rejection('busy', {
          message: 'The node of this event stream does not respond. Please connect again.',
          retryAfterSeconds: 1,
          isWarning: true,
        })
      return outcome.result
    } finally {
      hold.release()
    }
  }

  /** Performs a call for another node. Errors are logged here, and the other node asks its client to connect again. */
  async #answer({ content, ...message }: NodeMessage): Promise<void> {
    const { node, warn } = this.#options
    try {
      const outcome = await performCall(this.#services, JSON.parse(content)).then(
        result => ({ result }),
        (error: unknown) => {
          warn('A call of another node could not be performed.', error)
          return { isFailed: true }
        },
      )
      await node?.answer(message, JSON.stringify(outcome))
    } catch {
      // The node that waits for the answer gives up after some seconds.
    }
  }
}
