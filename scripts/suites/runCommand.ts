import { setTimeout as wait } from 'node:timers/promises'
import { endGroup, spawnGroup } from '../processGroup.ts'

/** What a command is to run with. */
export type Limits = {
  /** Milliseconds without any output after which the command counts as hung. */
  silentMs: number
  /** The time at which the command is ended in any case, in milliseconds since 1970. */
  deadline?: number
}

/** How a command ended: in words, whether by itself and with status 0, and its last lines. */
export type CommandResult = { endedBy: string; isSuccess: boolean; lastLines: string }

const maxKeptCharacters = 4_000
/** Milliseconds that a command has to end after SIGTERM. */
const maxExitMs = 10_000

/** Runs a command in the repository, prints what it prints, and ends it with all its programs if it is silent for too long. */
export async function runCommand(
  [program = '', ...args]: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
  { silentMs, deadline = Number.POSITIVE_INFINITY }: Limits,
): Promise<CommandResult> {
  const { child, release } = spawnGroup(program, args, options)
  let kept = ''
  let heardAt = Date.now()
  for (const [stream, target] of [[child.stdout, process.stdout] as const, [child.stderr, process.stderr] as const]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      heardAt = Date.now()
      kept = (kept + text).slice(-maxKeptCharacters)
      target.write(text)
    })
  }
  let killedFor: string | undefined
  const watch = setInterval(() => {
    const isSilent = Date.now() - heardAt > silentMs
    if (!isSilent && Date.now() < deadline) return
    clearInterval(watch)
    killedFor = isSilent ? `it printed nothing for ${silentMs / 1000} seconds, and was killed` : 'the time of all suites was over'
    void endGroup(child, maxExitMs)
  }, 250)
  // A program that outlives the command can keep the pipes open, so the result does not wait for their end.
  const [status, signal] = await new Promise<[number | null, string | null]>(resolve => {
    child.once('exit', (...ending) => resolve(ending))
    child.once('error', error => resolve([null, error.message]))
  })
  clearInterval(watch)
  await wait(100)
  await endGroup(child, maxExitMs)
  release()
  const endedBy = killedFor ?? (signal !== null ? `ended by ${signal}` : `ended with status ${status}`)
  return {
    endedBy,
    isSuccess: killedFor === undefined && status === 0,
    lastLines: kept.trimEnd().split('\n').slice(-12).join('\n'),
  }
}
