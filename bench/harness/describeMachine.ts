import { cpus } from 'node:os'

/** Describes in one line where and when something was measured. */
export function describeMachine(): string {
  const cores = cpus()
  const date = new Date().toISOString().slice(0, 10)
  return `${cores[0]?.model.trim() ?? 'unknown'}, ${cores.length} cores, Node ${process.version}, ${date}`
}
