import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { format } from 'node:util'
import type { Plain } from '../../pb/Host.ts'
import { createApis, createTokens } from './apis.ts'
import { createApp } from './app.ts'
import { attempt } from './attempt.ts'
import { createClasses } from './classes.ts'
import { arrayOf } from './DynamicModel.ts'
import { dbx } from './expressions.ts'
import { createForms } from './forms/createForms.ts'
import { HostFile } from './HostFile.ts'
import type { HttpContext } from './HttpContext.ts'
import { createMails } from './mails.ts'
import { filepath, os } from './osModules.ts'
import { readerToString, toBytes } from './Reader.ts'
import type { ScriptRunner } from './ScriptRunner.ts'
import { security } from './security.ts'
import { sendRequest } from './sendRequest.ts'
import { createTemplates } from './template/templates.ts'
import { toText } from './toText.ts'

/** Returns `$filesystem` of 0.22: the files that a form adds to a record. Paths are the ones of `$os.readFile`. */
function createFilesystem({ callHost }: ScriptRunner) {
  return {
    /** Downloads a file within a number of seconds. Throws a GoError if the response is none of success. */
    fileFromUrl: (url: string, seconds = 120): HostFile => {
      const bytes = callHost('download', [String(url), Number(seconds)]) as Uint8Array
      return new HostFile(Buffer.from(bytes), basename(new URL(url).pathname))
    },
    fileFromPath: (path: string): HostFile => attempt('open', path, () => new HostFile(readFileSync(path), basename(path))),
    fileFromBytes: (content: unknown, name: string): HostFile => new HostFile(toBytes(content), String(name ?? '')),
    /** Takes what `c.formFile` returns. */
    fileFromMultipart: (part: ReturnType<HttpContext['formFile']>): HostFile => new HostFile(part.open().bytes, part.filename),
  }
}

function createConsole(scripts: ScriptRunner) {
  const part = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value))
  const print = (...parts: unknown[]): void => {
    const [first] = parts
    const isFormat = typeof first === 'string' && /%[sdj]/.test(first)
    scripts.callHost('print', [isFormat ? format(...parts) : parts.map(part).join(' ')])
  }
  return { log: print, info: print, warn: print, error: print, debug: print }
}

/** Returns the globals of handlers, without `require`. */
export function createGlobals(scripts: ScriptRunner): Plain {
  return {
    ...createClasses(),
    ...createForms(scripts),
    $app: createApp(scripts),
    $apis: createApis(scripts),
    $tokens: createTokens(scripts),
    $security: security,
    $mails: createMails(scripts),
    $filesystem: createFilesystem(scripts),
    $template: createTemplates(),
    $os: os,
    $filepath: filepath,
    $dbx: dbx,
    $http: { send: (request: Plain) => sendRequest(scripts, request) },
    __hooks: scripts.start.folder,
    arrayOf,
    readerToString,
    toString: toText,
    sleep: (milliseconds: number): void => void scripts.callHost('sleep', [milliseconds]),
    console: createConsole(scripts),
    process: { env: { ...process.env } },
  }
}
