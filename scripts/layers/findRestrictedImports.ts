import type { Layers } from './layers.ts'
import type { Modules } from './readModules.ts'

/** Whether a path is a folder or module, or in that folder. */
const isIn = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`)

/** Returns each import of a restricted folder or module that is not listed, and each listed one that does not import it. */
export function findRestrictedImports(restricted: NonNullable<Layers['restricted']>, modules: Modules): string[] {
  return Object.entries(restricted).flatMap(([place, listed]) => {
    const importers = [...modules]
      .filter(([path, imports]) => !isIn(path, place) && imports.some(imported => isIn(imported, place)))
      .map(([path]) => path)
    return [
      ...importers.filter(path => !listed.some(one => isIn(path, one))).map(path => `${path} → ${place}, which is restricted`),
      ...listed.filter(one => !importers.some(path => isIn(path, one))).map(one => `${one} may import ${place}, but does not`),
    ]
  })
}
