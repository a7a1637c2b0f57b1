/** Responses with more characters are created one at a time, because each takes several times its length while it is created. */
export const largeResponseLength = 4 * 1024 * 1024

/** Thrown to stop a request whose response is large until the main thread lets it create the response. */
export class LargeResponseError extends Error {
  /** The least number of characters that the response has. */
  readonly length: number

  constructor(length: number) {
    super('The response is large.')
    this.length = length
  }
}
