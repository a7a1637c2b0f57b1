import { dirname } from 'node:path'
import type { Modules } from './readModules.ts'

/** Returns each import of an internal module from outside its folder, and each internal module that the package does not have. */
export function findInternalImports(internal: readonly string[], modules: Modules): string[] {
  const missing = internal.filter(path => !modules.has(path)).map(path => `${path} is internal, but not in the package`)
  const imports = [...modules].flatMap(([importer, imported]) =>
    imported
      .filter(path => internal.includes(path) && dirname(path) !== dirname(importer))
      .map(path => `${importer} → ${path}, which is internal to its folder`),
  )
  return [...missing, ...imports]
}
