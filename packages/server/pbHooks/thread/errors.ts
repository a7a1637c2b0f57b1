import { readFileSync } from 'node:fs'
import { sentence } from '@coffer/fields'
import { noRows, type Plain } from '../../pb/Host.ts'
import type { ShownIssues } from '../issuesText.ts'
import type { ScriptFailure } from '../messages.ts'
import type { ScriptRunner } from './ScriptRunner.ts'

const defaultMessages: globalThis.Record<number, string> = {
  400: 'Something went wrong while processing your request.',
  401: 'Missing or invalid authentication token.',
  403: 'You are not allowed to perform this request.',
  404: "The requested resource wasn't found.",
}

/** An error with a status, which scripts make in several ways. It is no `Error`, as in 0.22. */
export class StatusError {
  readonly code: number
  readonly message: string
  readonly data: unknown

  constructor(status = 0, message = '', data: unknown = {}) {
    this.code = status
    this.message = sentence(message || (defaultMessages[status] ?? ''))
    this.data = data ?? {}
  }

  toString(): string {
    return this.message
  }
}

/** Returns the class of the errors with a status. */
function errorClass(status: number) {
  return class extends StatusError {
    constructor(message = '', data: unknown = {}) {
      super(status, message, data)
    }
  }
}

export const BadRequestError = errorClass(400)
export const UnauthorizedError = errorClass(401)
export const ForbiddenError = errorClass(403)
export const NotFoundError = errorClass(404)

/** The error of a field. */
export class ValidationError {
  readonly code: string
  readonly message: string

  constructor(code = '', message = '') {
    this.code = code
    this.message = message
  }

  toString(): string {
    return this.message
  }
}

/** An error of the server, as scripts of 0.22 catch it. */
export class GoError extends Error {
  readonly value: unknown
  /** What the log says beside the message, which scripts compare with the one of 0.22. Scripts that list the keys see only `value`. */
  readonly #note: string | undefined

  constructor(message: string, value: unknown = message, note?: string) {
    super(message)
    this.value = value
    this.#note = note
  }

  override get name(): string {
    return 'GoError'
  }

  /** Returns the text with what only the log says before it. */
  withNote(text: string): string {
    return this.#note === undefined ? text : `${this.#note}\n${text}`
  }
}

/** The invalid fields of a form, which are the value of its error, as in 0.22: an object of the host with three methods. */
export class FormIssues {
  readonly #issues: ShownIssues
  readonly error: () => string
  readonly filter = (): FormIssues => this
  readonly marshalJSON = (): string => JSON.stringify(this.#issues)

  constructor(text: string, issues: ShownIssues) {
    this.#issues = issues
    this.error = () => text
  }

  toJSON(): ShownIssues {
    return this.#issues
  }
}

/** Returns the error of an operation that found nothing. */
export function nothingFound(): GoError {
  return new GoError(noRows)
}

/** Whether a value that a handler returns counts as an error that it throws. */
export function isError(value: unknown): boolean {
  return value instanceof StatusError || value instanceof GoError || value instanceof ValidationError || isScriptError(value)
}

const isScriptError = (value: unknown): boolean => Object.prototype.toString.call(value) === '[object Error]'

const invalidValue = { code: 'validation_invalid_value', message: 'Invalid value.' }

function shownData(data: unknown): Plain {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return {}
  const entries = Object.entries(data).map(([name, value]): [string, unknown] => {
    if (value instanceof ValidationError) return [name, { code: value.code, message: sentence(value.message) }]
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value)
    return [name, isNested ? shownData(value) : invalidValue]
  })
  return Object.fromEntries(entries)
}

/** Removes the lines of the server from a stack, so that only the lines of the files remain. */
function withoutServer(stack: string): string {
  const isOfServer = (line: string) => /^\s+at .*(?:file:\/\/|node:|evalmachine)/.test(line)
  return stack
    .replace(/^file:[^\n]*\n[^\n]*\n\s*\^\n\n/, '')
    .split('\n')
    .filter(line => !isOfServer(line))
    .join('\n')
}

/** Returns the stack of what a script has thrown, with the name that a file could not see. */
function detailsOf(thrown: unknown): string {
  const { message, stack } = Object(thrown) as { message?: unknown; stack?: unknown }
  const trace = typeof stack === 'string' && stack !== '' ? withoutServer(stack) : String(message ?? thrown)
  const text = thrown instanceof GoError ? thrown.withNote(trace) : trace
  const missing = /ReferenceError: (\w+) is not defined/.exec(text)?.[1]
  if (!missing) return text
  const advice = isDeclaredIn(text, missing)
    ? `A handler runs without the rest of its file: put ${missing} into a module and load it with require(\`\${__hooks}/…\`).`
    : `${missing} is neither declared in the handler nor a global of PocketBase 0.22.`
  return `${text}\n${advice}`
}

/** Whether the file of a stack's first line declares a name, perhaps outside of the handler. */
function isDeclaredIn(stack: string, name: string): boolean {
  const path = /\(?((?:\/|[A-Z]:\\)[^\n():]+):\d+/.exec(stack)?.[1]
  try {
    const source = path === undefined ? '' : readFileSync(path, 'utf8')
    return new RegExp(`\\b(?:const|let|var|function|class)\\s+(?:[{[][^=;]*\\b)?${name}\\b`).test(source)
  } catch {
    // The file was removed in the meantime.
    return false
  }
}

/** Returns what the API shows of something that a script has thrown. */
export function failureOf(thrown: unknown): ScriptFailure {
  if (thrown instanceof StatusError) return { status: thrown.code || 200, message: thrown.message, data: shownData(thrown.data) }
  const details = detailsOf(thrown)
  if (thrown instanceof GoError && thrown.message === noRows)
    return { status: 404, message: defaultMessages[404] as string, data: {}, details }
  const data = thrown instanceof GoError && thrown.value instanceof FormIssues ? thrown.value.toJSON() : {}
  return { status: 400, message: defaultMessages[400] as string, data, details }
}

const afterCommit = 'The change before this hook is committed already and stays.'

/**
 * Returns the failure of a hook after a committed change. The log says so, also about an error with a status.
 * @param shown what the API shows, if it is not the error of the hook
 */
export function failureAfterCommit(thrown: unknown, shown = thrown): ScriptFailure {
  return { ...failureOf(shown), details: `${afterCommit}\n${failureOf(thrown).details ?? String(thrown)}` }
}

/** Logs the error of a model hook. Returns the error of the response, which shows nothing of it, as in 0.22. */
export function concealError(
  { callHost }: Pick<ScriptRunner, 'callHost'>,
  what: string,
  error: unknown,
  shown: string,
): StatusError {
  callHost('note', [`${what}: ${failureOf(error).details ?? String(error)}`])
  return new StatusError(400, shown)
}

/** Returns the error that a hook in another thread has thrown. Only an error with a status shows its text to clients. */
export function thrownAgain({ status, message, data, details }: ScriptFailure): StatusError | GoError {
  if (details !== undefined) return new GoError(message)
  const issues = Object.entries(Object(data) as Plain).map(([name, issue]) => {
    const { code, message: text } = Object(issue) as { code?: unknown; message?: unknown }
    return [name, typeof code === 'string' && typeof text === 'string' ? new ValidationError(code, text) : issue]
  })
  return new StatusError(status, message, Object.fromEntries(issues))
}

/** Returns an object whose members throw an error with advice. */
export function missingObject(name: string, advice: string): object {
  return new Proxy(
    {},
    {
      get: (target, member) => {
        if (typeof member === 'symbol' || member in target || member === 'toJSON') return Reflect.get(target, member)
        throw new GoError(`${name}.${member} is not offered. ${advice}`)
      },
    },
  )
}

/** Returns functions that throw an error with advice, for members of 0.22 that are not offered. */
export function missingMembers<Advice extends Readonly<globalThis.Record<string, string>>>(
  advice: Advice,
): { [Name in keyof Advice]: () => never } {
  const missing = Object.entries(advice).map(([name, text]): [string, () => never] => [
    name,
    () => {
      throw new GoError(`${name} is not offered. ${text}`)
    },
  ])
  return Object.fromEntries(missing) as never
}
