import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of a clock tick, the unit in which Linux counts CPU time. */
const msPerTick = 10

function numbersOf(pid: number): number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The program's name is in brackets and can contain spaces.
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
}

function parentOf(pid: number): number | undefined {
  try {
    return numbersOf(pid)[1]
  } catch {
    return undefined
  }
}

/** Lists the children of a process, on Linux. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter(pid => pid > 0 && parentOf(pid) === parent)
}

/** Lists a process and its children. */
const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid)]

/** Returns the CPU time of a process in milliseconds, without its children. */
export function workOf(pid: number): number {
  const numbers = numbersOf(pid)
  return ((numbers[11] ?? 0) + (numbers[12] ?? 0)) * msPerTick
}

/** Returns the CPU time of a process and its children in milliseconds, also of children that have ended. */
export function workOfFamily(pid: number): number {
  const numbers = numbersOf(pid)
  const ended = ((numbers[13] ?? 0) + (numbers[14] ?? 0)) * msPerTick
  return familyOf(pid).reduce((sum, member) => sum + workOf(member), ended)
}

/** Returns the memory of a process in megabytes; 0 if it has ended. */
function ownMemoryOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Returns the memory of a process and its children in megabytes. */
export function memoryOf(pid: number): number {
  return familyOf(pid).reduce((sum, member) => sum + ownMemoryOf(member), 0)
}
