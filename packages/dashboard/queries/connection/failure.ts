import { ClientResponseError } from 'pocketbase'

/** Messages by the path of the field they belong to, e.g. `title` or `meta.appName`. */
export type FieldErrors = Record<string, string>

const unreachable = 'The server cannot be reached. Check the connection and try again.'

/** Status of the answer; 0 when none came. Undefined for errors that are not about a request. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof ClientResponseError ? error.status : undefined
}

/** Whether the request was cancelled by us, which is nobody's failure. */
export function isAborted(error: unknown): boolean {
  return error instanceof ClientResponseError && error.isAbort
}

/** Whether it is not known what became of a call: no answer came, or one that says nothing about it. */
export function isUnanswered(error: unknown): boolean {
  const status = statusOf(error)
  return status === 0 || (status !== undefined && status >= 500)
}

/** Whether no answer came, or only one of a proxy that has lost the server: a bar over all screens says so. */
export function isUnreachable(error: unknown): boolean {
  return [0, 502, 504].includes(statusOf(error) ?? -1) && !isAborted(error)
}

/** Whether nobody needs a word about it: we cancelled it ourselves, or it ended the session, which says so itself. */
export function isSilent(error: unknown): boolean {
  return isAborted(error) || statusOf(error) === 401
}

/** What separates the server's message from the reason behind it: "Failed to create backup. Raw error: \nNoSuchBucket: …" */
const rawError = /\.? Raw error:\s*/

/** The sentence to show for a failed call: the server's own message with its reason, else the error's. */
export function messageOf(error: unknown): string {
  if (error instanceof ClientResponseError) {
    const { message, reason } = error.response
    if (typeof message === 'string' && message !== '') {
      return typeof reason === 'string' && reason !== ''
        ? `${message.replace(/\.$/, '')}: ${reason}`
        : message.replace(rawError, ': ')
    }
    if (error.status === 0) return unreachable
    return `The server failed to answer (status ${error.status}). Try again in a moment.`
  }
  return error instanceof Error ? error.message : String(error)
}

/** The server's message for a 400 error when only its field errors say what is wrong. */
const genericMessage = 'Something went wrong while processing your request.'

/**
 * Returns the text of the toast for a failed call: its message, and the errors of fields without an input. Undefined when the errors
 * shown at the inputs say all of it, or when the failure needs no message.
 */
export function toastTextOf(error: unknown, hasInput: (path: string) => boolean = () => true): string | undefined {
  if (isSilent(error)) return undefined
  const errors = Object.entries(fieldErrorsOf(error))
  const message = messageOf(error)
  const elsewhere = errors.filter(([path]) => !hasInput(path)).map(([path, text]) => `${path}: ${text}`)
  return [...(errors.length > 0 && message === genericMessage ? [] : [message]), ...elsewhere].join('\n') || undefined
}

/** The outcome of a call whose failure somebody reads who knows no more of it than its message. */
export async function explained<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw new Error(messageOf(error), { cause: error })
  }
}

/** The issues that the server found in the submitted fields: message, else code, else "Invalid value". */
export function fieldErrorsOf(error: unknown): FieldErrors {
  return flattenIssues(issuesOf(error))
}

/** The messages of nested issues by their whole paths. */
export function flattenIssues(issues: unknown): FieldErrors {
  return Object.fromEntries(flatten(issues).map(([path, issue]) => [path, textOf(issue)]))
}

/** Returns the codes of the issues that the server found in the submitted fields. */
export function issueCodesOf(error: unknown): Record<string, string | undefined> {
  return Object.fromEntries(flatten(issuesOf(error)).map(([path, issue]) => [path, (issue as { code?: string } | null)?.code]))
}

/** Places in the texts of submitted fields, by the paths of their errors; UTF-16 offsets, the end exclusive. */
export type IssuePlaces = Record<string, { start: number; end: number }>

/** Where in the texts of the submitted fields the issues are, as far as the server was asked for that and knows. */
export function issuePlacesOf(error: unknown): IssuePlaces {
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

/** An empty one says that something is wrong, though not what. */
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
