import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { attempt } from './attempt.ts'
import { HostFile } from './HostFile.ts'
import type { HttpContext } from './HttpContext.ts'
import { toBytes } from './Reader.ts'
import type { ScriptRunner } from './ScriptRunner.ts'

/** Returns `$filesystem` of 0.22: the files that a form adds to a record. Paths are the ones of `$os.readFile`. */
export function createFilesystem({ callHost }: ScriptRunner) {
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
