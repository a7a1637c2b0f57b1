import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of a clock tick, the unit in which Linux counts CPU time. */
const msPerTick = 10

const numbersOf = (pid: number): number[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The program's name is in brackets and can contain spaces.
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
}

const parentOf = (pid: number): number | undefined => {
  try {
    return numbersOf(pid)[1]
  } catch {
    return undefined
  }
}

/** Lists the children of a process, on Linux. */
export const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter(pid => pid > 0 && parentOf(pid) === parent)

/** Lists a process and its children. */
const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid)]

/** Returns the CPU time of a process in milliseconds, without its children. */
export const workOf = (pid: number): number => {
  const numbers = numbersOf(pid)
  return ((numbers[11] ?? 0) + (numbers[12] ?? 0)) * msPerTick
}

/** Returns the CPU time of a process and its children in milliseconds, also of children that have ended. */
export const workOfFamily = (pid: number): number => {
  const numbers = numbersOf(pid)
  const ended = ((numbers[13] ?? 0) + (numbers[14] ?? 0)) * msPerTick
  return familyOf(pid).reduce((sum, member) => sum + workOf(member), ended)
}

/** Returns the memory of a process and its children in megabytes. */
export const memoryOf = (pid: number): number =>
  familyOf(pid).reduce((sum, member) => {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${member}/status`, 'utf8'))?.[1]
    return sum + Number(kilobytes ?? 0) / 1024
  }, 0)
