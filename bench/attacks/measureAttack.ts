import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { attackArgs, attackPreparations, hugePages } from '../../test/harness/attacks/preparations.ts'
import { OtherClients, type ServedRequest } from '../../test/harness/otherClients.ts'
import { memoryOf } from '../../test/harness/processTree.ts'
import { AttackedServer } from '../../test/harness/realtimeAttack.ts'
import type { AttackSetup, MeasuredAttack } from './MeasuredAttack.ts'
import { openHttpPort } from './openHttpPort.ts'
import { ThreadWatch, watchArgs } from './ThreadWatch.ts'

const memoryIntervalMs = 50
/** Milliseconds of use before the measurement, in which V8 compiles the code. */
const warmUpMs = 3_000

/** Records of 1 and 4 MB, and a view that never ends. */
const defaultPreparations = [...attackPreparations, ...hugePages]

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
  /** Before the attack, after others have used the server. */
  memoryBefore: number
  peakMemory: number
  memoryAfter: number
  /** Descriptions of threads that were lost. */
  lostThreads: string[]
}

/** Starts a server that also ends, with its copy, when the benchmark is interrupted. */
async function startServer({ preparations = defaultPreparations, args = attackArgs }: AttackSetup) {
  const server = await AttackedServer.start(preparations, [...args, ...watchArgs])
  const removeAtExit = () => {
    if (server.isRunning()) process.kill(server.pid, 'SIGKILL')
    rmSync(dirname(server.dataDir), { recursive: true, force: true })
  }
  process.once('exit', removeAtExit)
  const stop = async () => {
    await server.stop()
    process.off('exit', removeAtExit)
  }
  return { server, stop }
}

/** Returns why a server is not complete by its own output; empty if it is. */
function reportedBy(server: AttackedServer): string[] {
  try {
    server.expectAllRunning()
    return []
  } catch (error) {
    return [String(error)]
  }
}

/** Repeats an attack on a server until its time is over, while other clients use it at a port. */
async function attackServer(
  server: AttackedServer,
  { attack, endsHooks = false }: AttackSetup,
  { port, who, seconds, restSeconds }: AttackOptions & { port: number; who: MeasuredAttack['who'] },
): Promise<AttackMeasurement> {
  const { pid, dataDir } = server
  const others = new OtherClients({ port, dataDir })
  const warmedUpAt = performance.now() + warmUpMs
  await others.use(() => performance.now() > warmedUpAt)
  const threads = new ThreadWatch({ port, pid, dataDir })
  const headersOf = server.attackers()[who]
  const memoryBefore = memoryOf(pid)
  let peakMemory = 0
  const watch = setInterval(() => {
    peakMemory = Math.max(peakMemory, memoryOf(pid))
  }, memoryIntervalMs)
  const requests: number[] = []
  const events: number[] = []
  const onServed = ({ kind, startedAt, endedAt }: ServedRequest) =>
    (kind === 'events' ? events : requests).push(endedAt - startedAt)
  const endsAt = performance.now() + seconds * 1_000
  let isOver = false
  const repeat = async () => {
    while (performance.now() < endsAt) await attack(server, headersOf)
  }
  const attacking = repeat().finally(() => {
    isOver = true
  })
  try {
    const results = await Promise.allSettled([attacking, others.use(() => isOver, onServed)])
    for (const result of results) if (result.status === 'rejected') throw result.reason
  } finally {
    clearInterval(watch)
  }
  await wait(restSeconds * 1_000)
  const memoryAfter = memoryOf(pid)
  const lostThreads = [...(endsHooks ? [] : reportedBy(server)), ...(await threads.findLost())]
  return { requests, events, memoryBefore, peakMemory, memoryAfter, lostThreads }
}

/** Attacks a new server, and measures what other clients see of it. */
export async function measureAttack({ who, open }: MeasuredAttack, options: AttackOptions): Promise<AttackMeasurement> {
  const setup = await open()
  try {
    const { server, stop } = await startServer(setup)
    const http = setup.ca === undefined ? undefined : await openHttpPort(server.port, setup.ca)
    try {
      return await attackServer(server, setup, { ...options, who, port: http?.port ?? server.port })
    } finally {
      http?.close()
      await stop()
    }
  } finally {
    await setup.close?.()
  }
}
