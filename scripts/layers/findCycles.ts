import type { Modules } from './readModules.ts'

/** Returns the groups of modules that import each other, directly or through others, as `a ↔ b ↔ …` (Tarjan's algorithm). */
export function findCycles(modules: Modules): string[] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const cycles: string[] = []

  const lower = (path: string, height: number | undefined) =>
    lowest.set(path, Math.min(lowest.get(path) ?? Number.POSITIVE_INFINITY, height ?? Number.POSITIVE_INFINITY))

  const visit = (path: string) => {
    const number = order.size
    order.set(path, number)
    lowest.set(path, number)
    open.push(path)
    for (const imported of modules.get(path) ?? []) {
      if (!order.has(imported)) {
        visit(imported)
        lower(path, lowest.get(imported))
      } else if (open.includes(imported)) lower(path, order.get(imported))
    }
    if (lowest.get(path) !== number) return
    const group = open.splice(open.indexOf(path))
    if (group.length > 1) cycles.push(group.sort().join(' ↔ '))
  }

  for (const path of modules.keys()) if (!order.has(path)) visit(path)
  return cycles
}
