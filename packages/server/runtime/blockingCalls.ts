import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'

/** One side of the connection of a thread that blocks while it waits for messages with the thread that sends them. */
export interface BlockingLine {
  port: MessagePort
  /** Its only number is increased when a message is in the port. */
  signal: Int32Array<SharedArrayBuffer>
}

/** Creates the two sides of a connection. */
export function createLine(): [BlockingLine, BlockingLine] {
  const { port1, port2 } = new MessageChannel()
  const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  return [
    { port: port1, signal },
    { port: port2, signal },
  ]
}

/**
 * Sends a call with the given function, and blocks the thread until the other side posts a message with {@link postToBlocked}. The two
 * sides take turns.
 * @throws Error if no message arrives in time; one that arrives later would then be taken for that of the next call
 */
export function callAndBlock(line: BlockingLine, send: () => void, maxMs = Number.POSITIVE_INFINITY): unknown {
  const { port, signal } = line
  const before = Atomics.load(signal, 0)
  send()
  // The other side notifies after it has increased the number. If this thread has seen the number before, the notification
  // can be so late that it ends the wait of the next call.
  while (Atomics.load(signal, 0) === before)
    if (Atomics.wait(signal, 0, before, maxMs) === 'timed-out') throw new Error('No message arrived in time.')
  return receiveMessageOnPort(port)?.message
}

/** Posts a message to a thread that waits in {@link callAndBlock}, and wakes it. */
export function postToBlocked({ port, signal }: BlockingLine, message: unknown): void {
  port.postMessage(message)
  Atomics.add(signal, 0, 1)
  Atomics.notify(signal, 0)
}
