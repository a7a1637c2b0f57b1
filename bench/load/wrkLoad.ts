import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../harness/temporaryFolder.ts'
import type { LoadGenerator, LoadPlan, LoadRequest, LoadResult } from './Load.ts'
import { runProgram } from './runProgram.ts'

const script = join(import.meta.dirname, '../wrk/cycle.lua')

/** Timeout in seconds, long enough to measure slow responses. */
const timeoutSeconds = 60

function rawRequest(host: string, { method, path, headers = {}, body }: LoadRequest): string {
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ Host: host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

/** Serializes requests as sent, each after a line with its length in bytes. */
const requestFile = ({ url, requests }: LoadPlan): string =>
  requests
    .map(request => rawRequest(new URL(url).host, request))
    .map(raw => `${Buffer.byteLength(raw)}\n${raw}`)
    .join('')

const printed = /^RESULT (\{.*\})$/m

async function run(plan: LoadPlan): Promise<LoadResult> {
  const folder = temporaryFolder()
  try {
    const path = join(folder.path, 'requests')
    await writeFile(path, requestFile(plan))
    const load = ['-t', '1', '-c', plan.connections, '-d', `${plan.seconds}s`, '--timeout', `${timeoutSeconds}s`].map(String)
    const output = await runProgram('wrk', [...load, '-s', script, plan.url, '--', path, String(plan.from)])
    const result = printed.exec(output)?.[1]
    if (result === undefined) throw new Error(`wrk gave no result: ${output}`)
    return JSON.parse(result) as LoadResult
  } finally {
    folder.remove()
  }
}

/** Runs wrk with one thread, which leaves most of the CPU time to the server. */
export const wrkLoad: LoadGenerator = { name: 'wrk', run }
