/** A message to a client. */
export interface StreamMessage {
  name: string
  data: string
}

/** The result of the hooks of a message: the message to send, `omit` to send none, or `close` to end the stream. */
export type HookedMessage = StreamMessage | 'omit' | 'close'

/** The values that hooks store with a client. */
export type StreamValues = Map<string, unknown>

/** Calls the hooks of scripts on event streams. */
export interface StreamHooks {
  /** Whether there are hooks of messages. */
  hasMessageHooks: () => boolean
  /**
   * Calls the hooks of a message. The messages of a client are handled in their order.
   * @param deliver called with the result of the hooks
   */
  pass: (clientId: string, message: StreamMessage, deliver: (message: HookedMessage) => void) => void
  /** Calls the hooks of a client whose stream has ended. */
  disconnected: (clientId: string) => Promise<void> | undefined
}
