import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

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
const graceMs = 10_000

const running = new Set<number>()
process.on('exit', () => {
  for (const pid of running) kill(pid, 'SIGKILL')
})

/** Sends a signal to a command and all programs that it has started. */
function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // All have ended.
  }
}

/** Runs a command in the repository, prints what it prints, and ends it with all its programs if it is silent for too long. */
export async function runCommand(
  [program = '', ...args]: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
  { silentMs, deadline = Number.POSITIVE_INFINITY }: Limits,
): Promise<CommandResult> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const pid = child.pid ?? 0
  let kept = ''
  let heardAt = Date.now()
  let killedFor: string | undefined
  for (const [stream, target] of [[child.stdout, process.stdout] as const, [child.stderr, process.stderr] as const]) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      heardAt = Date.now()
      kept = (kept + text).slice(-maxKeptCharacters)
      target.write(text)
    })
  }
  if (pid > 0) running.add(pid)
  const watch = setInterval(() => {
    if (killedFor !== undefined) return
    const isSilent = Date.now() - heardAt > silentMs
    if (!isSilent && Date.now() < deadline) return
    killedFor = isSilent ? `it printed nothing for ${silentMs / 1000} seconds, and was killed` : 'the time of all suites was over'
    kill(pid, 'SIGTERM')
    void wait(graceMs, undefined, { ref: false }).then(() => kill(pid, 'SIGKILL'))
  }, 250)
  // A program that outlives the command can keep the pipes open, so the result does not wait for their end.
  const [status, signal] = await new Promise<[number | null, string | null]>(resolve => {
    child.once('exit', (...how) => resolve(how))
    child.once('error', error => resolve([null, error.message]))
  })
  clearInterval(watch)
  await wait(100)
  kill(pid, 'SIGKILL')
  running.delete(pid)
  child.stdout.destroy()
  child.stderr.destroy()
  const endedBy = killedFor ?? (signal !== null ? `ended by ${signal}` : `ended with status ${status}`)
  return {
    endedBy,
    isSuccess: killedFor === undefined && status === 0,
    lastLines: kept.trimEnd().split('\n').slice(-12).join('\n'),
  }
}
