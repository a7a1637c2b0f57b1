import type { Layers } from './layers.ts'
import type { Modules } from './readModules.ts'

/** Returns each import of a restricted folder by a module that is not listed, and each listed module that does not import the folder. */
export function findRestrictedImports(restricted: NonNullable<Layers['restricted']>, modules: Modules): string[] {
  return Object.entries(restricted).flatMap(([folder, listed]) => {
    const isInside = (path: string) => path.startsWith(`${folder}/`)
    const importers = [...modules].filter(([path, imports]) => !isInside(path) && imports.some(isInside)).map(([path]) => path)
    return [
      ...importers.filter(path => !listed.includes(path)).map(path => `${path} → ${folder}, which is restricted`),
      ...listed.filter(path => !importers.includes(path)).map(path => `${path} may import ${folder}, but does not`),
    ]
  })
}
