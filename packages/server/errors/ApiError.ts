import type { Issues } from '@coffer/schema'

const defaultMessages: Record<number, string> = {
  400: 'Something went wrong while processing your request.',
  401: 'Missing or invalid authentication token.',
  403: 'You are not allowed to perform this request.',
  404: "The requested resource wasn't found.",
}

/** An error that becomes an error response. Any code can throw it; `api/errorReply.ts` serializes it. */
export class ApiError extends Error {
  readonly status: number
  readonly data: Issues
  /** The reason behind a message that the protocol keeps vague; returned only on request. */
  readonly reason: string | undefined
  /** Whether it is logged as a warning. */
  readonly isWarning: boolean

  constructor(
    status: number,
    message = defaultMessages[status] ?? '',
    data: Issues = {},
    options: ErrorOptions & { reason?: string; isWarning?: boolean } = {},
  ) {
    super(message, options)
    this.status = status
    this.data = data
    this.reason = options.reason
    this.isWarning = options.isWarning ?? false
  }
}

export const badRequest = (message?: string, data?: Issues, cause?: unknown) => new ApiError(400, message, data, { cause })
export const unauthorized = (message?: string) => new ApiError(401, message)
export const forbidden = (message?: string) => new ApiError(403, message)
export const notFound = (message?: string) => new ApiError(404, message)
