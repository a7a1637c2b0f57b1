import type { Issues } from '@coffer/schema'

const defaultMessages: Record<number, string> = {
  400: 'Something went wrong while processing your request.',
  401: 'Missing or invalid authentication token.',
  403: 'You are not allowed to perform this request.',
  404: "The requested resource wasn't found.",
}

/** An error response of PocketBase 0.22, before `errors.ts` serializes it. Operations and endpoints throw a `Rejection` instead. */
export class ApiError extends Error {
  readonly status: number
  readonly data: Issues
  /** The reason behind a message that the protocol keeps vague; returned only on request. */
  readonly reason: string | undefined
  /** Whether it is logged as a warning. */
  readonly isWarning: boolean
  /** Seconds after which the client can try again: the `Retry-After` header. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: number,
    message = defaultMessages[status] ?? '',
    data: Issues = {},
    options: ErrorOptions & { reason?: string; isWarning?: boolean; retryAfterSeconds?: number } = {},
  ) {
    super(message, options)
    this.status = status
    this.data = data
    this.reason = options.reason
    this.isWarning = options.isWarning ?? false
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

export function badRequest(message?: string, data?: Issues, cause?: unknown) {
  return new ApiError(400, message, data, { cause })
}
