/** Programs that lead a process group. */
import { type ChildProcess, type ChildProcessByStdio, type SpawnOptions, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

const exitPollMs = 20

/** Sends a signal to a program and the processes that it has started. Returns false if none of them exists. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal)
  } catch {
    return false
  }
}

/**
 * Ends a program and the processes that it has started: with SIGTERM, and after a while with SIGKILL.
 * @param maxExitMs milliseconds between the two signals
 */
export async function endGroup(child: ChildProcess, maxExitMs: number): Promise<void> {
  signalGroup(child, 'SIGTERM')
  for (let waitedMs = 0; waitedMs < maxExitMs && signalGroup(child, 0); waitedMs += exitPollMs) await wait(exitPollMs)
  signalGroup(child, 'SIGKILL')
  // A process that has left the group could hold the pipes, which would keep this process running.
  child.stdout?.destroy()
  child.stderr?.destroy()
}

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A program that leads a process group. */
export interface GroupLeader {
  child: ChildProcessByStdio<null, Readable, Readable>
  /** Lets the group outlive this process. Call it when the program has ended. */
  release: () => void
}

/**
 * Starts a program that leads a process group, so that one signal reaches all processes that it starts. The group ends when this process
 * ends: Ctrl+C reaches only the group of the terminal.
 */
export function spawnGroup(program: string, args: readonly string[], options: Pick<SpawnOptions, 'cwd' | 'env'>): GroupLeader {
  const end = () => void signalGroup(child, 'SIGTERM')
  const endBoth = (signal: NodeJS.Signals) => {
    end()
    release()
    // Without another listener, the signal would have ended this process.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  const release = () => {
    process.off('exit', end)
    for (const signal of endingSignals) process.off(signal, endBoth)
  }
  // Before the start, because a signal that arrives right after it would end this process alone.
  process.on('exit', end)
  for (const signal of endingSignals) process.on(signal, endBoth)
  const child = spawn(program, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  return { child, release }
}
