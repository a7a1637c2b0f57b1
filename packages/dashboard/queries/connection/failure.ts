import { ClientResponseError } from 'pocketbase'

/** Error messages by field path, e.g. `title` or `meta.appName`. */
export type FieldErrors = Record<string, string>

const unreachable = 'The server cannot be reached. Check the connection and try again.'

/** Returns the status of the response; 0 if there was none. Undefined for errors that are not about a request. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof ClientResponseError ? error.status : undefined
}

/** Whether the dashboard canceled the request itself. */
export function isAborted(error: unknown): boolean {
  return error instanceof ClientResponseError && error.isAbort
}

/** Whether a write may have taken effect although it failed: there was no response, or a 5xx. */
export function isOutcomeUnknown(error: unknown): boolean {
  const status = statusOf(error)
  return status === 0 || (status !== undefined && status >= 500)
}

/** Whether the server is unreachable, directly or behind a proxy. The connection bar already reports that on every screen. */
export function isUnreachable(error: unknown): boolean {
  return [0, 502, 504].includes(statusOf(error) ?? -1) && !isAborted(error)
}

/** Whether a failure needs no message: the dashboard canceled the request, or the session ended, which has its own toast. */
export function isSilent(error: unknown): boolean {
  return isAborted(error) || statusOf(error) === 401
}

/** Separates the server's message from its cause: "Failed to create backup. Raw error: \nNoSuchBucket: …" */
const rawError = /\.? Raw error:\s*/

/** Returns the message to show for a failed request: the server's message with its reason, else the error's. */
export function messageOf(error: unknown): string {
  if (error instanceof ClientResponseError) {
    const { message, reason } = error.response
    if (typeof message === 'string' && message !== '') {
      return typeof reason === 'string' && reason !== ''
        ? `${message.replace(/\.$/, '')}: ${reason}`
        : message.replace(rawError, ': ')
    }
    if (error.status === 0) return unreachable
    return `The server returned an error (status ${error.status}). Try again in a moment.`
  }
  return error instanceof Error ? error.message : String(error)
}

/** The server's messages, in both dialects, for a 400 error whose details are only in the field errors. */
const genericMessages = [
  'Something went wrong while processing your request.',
  'An error occurred while validating the submitted data.',
]

/**
 * Returns the text of the toast for a failed call: its message, and the errors of fields without an input. Undefined when the
 * errors shown at the inputs say all of it, or when the failure needs no message.
 */
export function toastTextOf(error: unknown, hasInput: (path: string) => boolean = () => true): string | undefined {
  if (isSilent(error)) return undefined
  const errors = Object.entries(fieldErrorsOf(error))
  const message = messageOf(error)
  const elsewhere = errors.filter(([path]) => !hasInput(path)).map(([path, text]) => `${path}: ${text}`)
  return [...(errors.length > 0 && genericMessages.includes(message) ? [] : [message]), ...elsewhere].join('\n') || undefined
}

/** Converts a failed request to an `Error` with the message to show, for callers that do not know API errors. */
export async function withReadableError<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw new Error(messageOf(error), { cause: error })
  }
}

/** Returns the server's field errors: each one's message, else its code, else "Invalid value". */
export function fieldErrorsOf(error: unknown): FieldErrors {
  return flattenIssues(issuesOf(error))
}

/** Flattens nested issues to messages by full path. */
export function flattenIssues(issues: unknown): FieldErrors {
  return Object.fromEntries(flatten(issues).map(([path, issue]) => [path, textOf(issue)]))
}

/** Returns the codes of the server's field errors. */
export function issueCodesOf(error: unknown): Record<string, string | undefined> {
  return Object.fromEntries(flatten(issuesOf(error)).map(([path, issue]) => [path, (issue as { code?: string } | null)?.code]))
}

/** Positions of errors within submitted texts, by field path. UTF-16 offsets, the end exclusive. */
export type IssuePositions = Record<string, { start: number; end: number }>

/** Returns the positions of the server's field errors. Present only for requests with `explain`, and only if known. */
export function issuePositionsOf(error: unknown): IssuePositions {
  return Object.fromEntries(
    flatten(issuesOf(error)).flatMap(([path, issue]) => {
      const { position } = (issue ?? {}) as { position?: { start?: unknown; end?: unknown } }
      const { start, end } = position ?? {}
      return typeof start === 'number' && typeof end === 'number' ? [[path, { start, end }]] : []
    }),
  )
}

const issuesOf = (error: unknown): unknown => (error instanceof ClientResponseError ? error.response.data : undefined)

function flatten(issues: unknown, prefix = ''): [path: string, issue: unknown][] {
  if (typeof issues !== 'object' || issues === null) return []
  return Object.entries(issues).flatMap(([name, issue]) => {
    const path = prefix + name
    return typeof issue === 'object' && issue !== null && !isIssue(issue) ? flatten(issue, `${path}.`) : [[path, issue]]
  })
}

/** An empty object is an issue without details, not a group of issues. */
function isIssue(value: object): boolean {
  return (
    Object.keys(value).length === 0 ||
    ['code', 'message'].some(key => typeof (value as Record<string, unknown>)[key] === 'string')
  )
}

function textOf(issue: unknown): string {
  if (typeof issue === 'object' && issue !== null) {
    const { message, code } = issue as { message?: unknown; code?: unknown }
    if (typeof message === 'string' && message !== '') return message
    if (typeof code === 'string' && code !== '') return code
  }
  return 'Invalid value'
}
