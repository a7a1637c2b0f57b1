/** Programs that were started with `detached: true`, so that they lead a process group and one signal reaches all that they start. */
import type { ChildProcess } from 'node:child_process'
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
 * Asks a program and the processes that it has started to end, and kills those that are still running after a while.
 * @param maxExitMs milliseconds to wait before killing them
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

/** Ends a process group when this process ends: Ctrl+C reaches only the group of the terminal. Returns a function that stops this. */
export function endGroupWithThisProcess(child: ChildProcess): () => void {
  const end = () => void signalGroup(child, 'SIGTERM')
  const endBoth = (signal: NodeJS.Signals) => {
    end()
    stopListening()
    // Without another listener, the signal would have ended this process.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  const stopListening = () => {
    process.off('exit', end)
    for (const signal of endingSignals) process.off(signal, endBoth)
  }
  process.on('exit', end)
  for (const signal of endingSignals) process.on(signal, endBoth)
  return stopListening
}
