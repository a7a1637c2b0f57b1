import type { SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { endGroup, type GroupLeader, spawnGroup } from './processGroup.ts'

/** Time limit of a download, unless its options contain another. Package managers would retry an unreachable server for longer. */
export const maxDownloadMs = 300_000

const maxErrorLines = 20

interface DownloadOptions extends Pick<SpawnOptions, 'cwd' | 'env'> {
  /** What the program downloads, for the error message. */
  subject: string
  maxMs?: number
  /** Time between the request to end, when a program exceeds its limit, and its kill. */
  maxExitMs?: number
}

/**
 * Runs a program that downloads something, and returns what it prints to the standard output.
 * @throws Error if the program fails or exceeds the time limit; then all processes that it has started are ended
 */
export async function runDownload(
  program: string,
  args: readonly string[],
  { subject, maxMs = maxDownloadMs, maxExitMs = 5_000, ...options }: DownloadOptions,
): Promise<string> {
  const group = spawnGroup(program, args, options)
  const { child } = group
  const printed = { stdout: '', all: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.stdout += text
    printed.all += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.all += text
  })
  const failure = await findFailure(group, maxMs, maxExitMs)
  if (failure === undefined) return printed.stdout
  const lines = printed.all.trimEnd().split('\n').slice(-maxErrorLines).join('\n')
  const output = lines === '' ? 'It printed nothing.' : `Its last lines of output:\n${lines}`
  throw new Error(`${basename(program)} could not get ${subject}: ${failure}. ${output}`)
}

/** Waits for a program to end. If it fails, ends its process group and returns the reason. */
async function findFailure({ child, release }: GroupLeader, maxMs: number, maxExitMs: number): Promise<string | undefined> {
  try {
    const [status, signal] = await once(child, 'close', { signal: AbortSignal.timeout(maxMs) })
    if (status === 0) return undefined
    await endGroup(child, maxExitMs)
    return `it ended with ${signal ?? `status ${status}`}`
  } catch (error) {
    await endGroup(child, maxExitMs)
    if (error instanceof Error && error.name === 'AbortError') return `it took longer than ${maxMs / 1000} seconds`
    return error instanceof Error ? error.message : String(error)
  } finally {
    release()
  }
}
