import { setTimeout as wait } from 'node:timers/promises'
import type { Backups } from '../backups/Backups.ts'
import { messageOf } from '../errors/inspectError.ts'
import type { EventActor } from '../events/log/ChangeEntry.ts'
import { levels } from '../logs/LogEntry.ts'
import { explainIssues } from '../migrations/explainIssues.ts'
import type { Remote } from '../runtime/Remote.ts'
import { lines, print } from '../runtime/terminal.ts'
import { fileOperations, type ScriptStorages, type ScriptThumbs } from './fileOperations.ts'
import { type HookedMail, MailHookError, type ScriptMail } from './mailHooks.ts'
import type { HostAnswer, HostRequest } from './messages.ts'
import { nestedCalls } from './NestedCalls.ts'
import { type Program, Programs } from './Programs.ts'
import { ScriptStore } from './ScriptStore.ts'
import type { ScriptService } from './scriptService.ts'
import { streamOperations } from './streamOperations.ts'
import type { FetchedResponse } from './thread/sendRequest.ts'

export interface ScriptMails {
  /** Sends a mail of a script. */
  send: (mail: HookedMail) => Promise<void>
  /** Sends a mail with a token. */
  sendToken: (mail: ScriptMail) => Promise<void>
}

/** What scripts can do with backups. */
export type ScriptBackups = Pick<Backups, 'create' | 'restore'>

interface Parts {
  service: Remote<{ scripts: ScriptService }>['scripts']
  mails: ScriptMails
  storages: ScriptStorages
  thumbs: ScriptThumbs
  streams: HostStreams
  backups: () => ScriptBackups
  log: (level: number, message: string, data: object) => void
}

/** Returns the open event streams. */
export type HostStreams = Parameters<typeof streamOperations>[0]

/** Maximum bytes of a response of another server. */
const maxResponseBytes = 32 * 1024 * 1024

interface SentRequest {
  url: string
  method: string
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer>
  timeout: number
}

/** Returns the seconds that a request may take. */
const secondsOf = (timeout: number): number => Math.min(Math.max(timeout, 1), 120)

function assertUrl(url: string): void {
  if (!URL.canParse(url)) throw new Error(`parse "${url}": missing protocol scheme`)
}

/** Explains why a request got no response, as Go does. */
function fetchError({ method, url, timeout }: SentRequest, error: unknown): Error {
  const cause = Object(Object(error).cause) as { code?: string; message?: string }
  const verb = `${method.slice(0, 1)}${method.slice(1).toLowerCase()}`
  if (Object(error).name === 'TimeoutError') return new Error(`${verb} "${url}": context deadline exceeded (${timeout} seconds)`)
  // `fetch` connects to no port that other protocols use.
  if (cause.code === 'ECONNREFUSED' || cause.message === 'bad port')
    return new Error(`${verb} "${url}": dial tcp: connect: connection refused`)
  return new Error(`${verb} "${url}": ${messageOf(Object(error).cause ?? error)}`)
}

/** Reads a body up to the limit. */
async function bytesOf(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maxResponseBytes) throw new Error(`The response is larger than ${maxResponseBytes} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function send(request: SentRequest): Promise<FetchedResponse> {
  const { url, method, headers, body, timeout } = request
  assertUrl(url)
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...nestedCalls()?.headers },
      ...(method !== 'GET' && method !== 'HEAD' && body !== '' && { body }),
      signal: AbortSignal.timeout(secondsOf(timeout) * 1000),
    })
    return { status: response.status, headers: [...response.headers], text: (await bytesOf(response)).toString('utf8') }
  } catch (error) {
    throw fetchError(request, error)
  }
}

async function download(url: string, seconds: number): Promise<Uint8Array> {
  const request = { url, method: 'GET', headers: {}, body: '', timeout: secondsOf(seconds) }
  assertUrl(url)
  try {
    const response = await fetch(url, {
      headers: { ...nestedCalls()?.headers },
      signal: AbortSignal.timeout(request.timeout * 1000),
    })
    if (response.ok) return await bytesOf(response)
    await response.body?.cancel()
    throw new Error(`failed to download url ${url} (${response.status})`)
  } catch (error) {
    throw error instanceof TypeError || Object(error).name === 'TimeoutError' ? fetchError(request, error) : error
  }
}

/** Performs the operations that scripts wait for. */
export class HostOperations {
  readonly #parts: Parts
  readonly #store = new ScriptStore()
  readonly #programs = new Programs()
  readonly #files: ReturnType<typeof fileOperations>
  readonly #streams: ReturnType<typeof streamOperations>

  constructor(parts: Parts) {
    this.#parts = parts
    this.#files = fileOperations(parts.storages, parts.thumbs)
    this.#streams = streamOperations(parts.streams)
  }

  /** Performs an operation: here, or in the thread of the database. Never rejects. */
  async perform({ name, args, transaction }: HostRequest): Promise<HostAnswer> {
    const { service } = this.#parts
    try {
      if (name === 'begin') return { result: await service.begin(args[0] as EventActor | undefined) }
      if (name === 'end') return await service.end(Number(args[0]), args[1] === true)
      if (!Object.hasOwn(this.#own, name)) return await service.perform(name, args, transaction)
      return { result: await this.#own[name]?.(...(args as never[])) }
    } catch (error) {
      return { error: explainIssues(error), ...(error instanceof MailHookError && { failure: error.failure }) }
    }
  }

  readonly #own: Record<string, (...args: never[]) => unknown> = {
    print: (text: string) => {
      const moment = new Date().toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ')
      print`${moment} ${lines(text)}`
    },
    sleep: (milliseconds: number) => wait(Math.min(Math.max(Number(milliseconds) || 0, 0), 60_000)),
    files: (...args: Parameters<ReturnType<typeof fileOperations>>) => this.#files(...args),
    streams: (...args: Parameters<ReturnType<typeof streamOperations>>) => this.#streams(...args),
    startProgram: (program: Program) => this.#programs.start(program),
    waitForProgram: (id: number) => this.#programs.wait(id),
    createBackup: (name: string) => this.#parts.backups().create(name),
    restoreBackup: (name: string) => this.#parts.backups().restore(name),
    send: (request: SentRequest) => send(request),
    download: (url: string, seconds: number) => download(url, seconds),
    sendMail: (mail: HookedMail) => this.#parts.mails.send(mail),
    sendTokenMail: (mail: ScriptMail) => this.#parts.mails.sendToken(mail),
    log: (level: number, message: string, pairs: unknown[]) => {
      const data = Object.fromEntries(
        pairs.flatMap((key, index) => (index % 2 === 0 ? [[String(key), pairs[index + 1] ?? null]] : [])),
      )
      this.#parts.log(level, message, data)
    },
    note: (text: string) => this.#parts.log(levels.error, text, {}),
    store: (...args: Parameters<ScriptStore['use']>) => this.#store.use(...args),
  }
}
