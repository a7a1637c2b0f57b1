import { findCycles } from './findCycles.ts'
import { findViolations } from './findViolations.ts'
import type { Layers } from './layers.ts'
import { readModules } from './readModules.ts'

/** Reads the modules of a package and returns their number and everything that breaks its layers. */
export function checkLayers(folder: string, { rows, minModules, allowed = [] }: Omit<Layers, 'package'>) {
  const modules = readModules(folder)
  const found = [...findViolations(rows, modules), ...findCycles(modules)]
  const problems = found.filter(violation => !allowed.includes(violation))
  const gone = allowed.filter(violation => !found.includes(violation))
  problems.push(...gone.map(violation => `${violation} is allowed, but no longer there: remove it from the list`))
  if (modules.size < minModules) problems.push(`only ${modules.size} modules were read, of at least ${minModules}`)
  return { modules: modules.size, problems }
}
