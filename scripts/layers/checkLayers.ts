import { findCycles } from './findCycles.ts'
import { findInternalImports } from './findInternalImports.ts'
import { findRestrictedImports } from './findRestrictedImports.ts'
import { findViolations } from './findViolations.ts'
import type { Layers } from './layers.ts'
import { readModules } from './readModules.ts'

/** Reads the modules of a package and returns their number and everything that breaks its layers. */
export function checkLayers(folder: string, { rows, internal = [], restricted = {}, minModules }: Omit<Layers, 'package'>) {
  const modules = readModules(folder)
  const problems = [
    ...(rows ? findViolations(rows, modules) : []),
    ...findInternalImports(internal, modules),
    ...findRestrictedImports(restricted, modules),
    ...findCycles(modules),
  ]
  if (modules.size < minModules) problems.push(`only ${modules.size} modules were read, of at least ${minModules}`)
  return { modules: modules.size, problems }
}
