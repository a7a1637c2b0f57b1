import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { attackArgs, attackPreparations, hugePages } from '../../test/harness/attacks/preparations.ts'
import { OtherClients, type ServedRequest } from '../../test/harness/otherClients.ts'
import { memoryOf } from '../../test/harness/processTree.ts'
import { AttackedServer } from '../../test/harness/realtimeAttack.ts'
import type { MeasuredAttack } from './allAttacks.ts'

const memoryIntervalMs = 50
/** Milliseconds of use before the measurement, in which V8 compiles the code. */
const warmUpMs = 3_000

export interface AttackOptions {
  /** Minimum duration of the attack. */
  seconds: number
  /** Duration of the pause between the attack and the last measurement of the memory. */
  restSeconds: number
}

/** What other clients saw during an attack in milliseconds, and the memory of the server in MB. */
export interface AttackMeasurement {
  requests: number[]
  events: number[]
  peakMemory: number
  memoryAfter: number
}

/** Starts a server that also ends, with its copy, when the benchmark is interrupted. */
async function startServer(): Promise<AttackedServer> {
  const server = await AttackedServer.start([...attackPreparations, ...hugePages], attackArgs)
  process.once('exit', () => {
    if (server.isRunning()) process.kill(server.pid, 'SIGKILL')
    rmSync(dirname(server.dataDir), { recursive: true, force: true })
  })
  return server
}

/** Repeats an attack on a new server until its time is over, and measures what other clients see of it. */
export async function measureAttack(
  { run }: MeasuredAttack,
  { seconds, restSeconds }: AttackOptions,
): Promise<AttackMeasurement> {
  const server = await startServer()
  const others = new OtherClients(server)
  const warmedUpAt = performance.now() + warmUpMs
  await others.use(() => performance.now() > warmedUpAt)
  let peakMemory = 0
  const watch = setInterval(() => {
    peakMemory = Math.max(peakMemory, memoryOf(server.pid))
  }, memoryIntervalMs)
  const requests: number[] = []
  const events: number[] = []
  const onServed = ({ kind, startedAt, endedAt }: ServedRequest) =>
    (kind === 'events' ? events : requests).push(endedAt - startedAt)
  const endsAt = performance.now() + seconds * 1_000
  let isOver = false
  const attack = async () => {
    while (performance.now() < endsAt) await run(server)
  }
  const attacking = attack().finally(() => {
    isOver = true
  })
  try {
    const results = await Promise.allSettled([attacking, others.use(() => isOver, onServed)])
    for (const result of results) if (result.status === 'rejected') throw result.reason
    clearInterval(watch)
    await wait(restSeconds * 1_000)
    return { requests, events, peakMemory, memoryAfter: memoryOf(server.pid) }
  } finally {
    clearInterval(watch)
    await server.stop()
  }
}
