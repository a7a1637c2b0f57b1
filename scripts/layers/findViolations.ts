import type { Layers } from './layers.ts'
import type { Modules } from './readModules.ts'

/** Returns each import that does not point down the rows, as `importer → imported`, and each mismatch between the rows and the package. */
export function findViolations(rows: NonNullable<Layers['rows']>, modules: Modules): string[] {
  const tops = new Set([...modules.keys()].map(topOf))
  const heights = new Map(rows.flatMap((row, index) => row.map(name => [name, rows.length - index] as const)))
  const unlisted = [...tops].filter(top => !heights.has(top)).map(top => `${top} is in no row`)
  const missing = [...heights.keys()].filter(name => !tops.has(name)).map(name => `${name} is in a row, but not in the package`)

  const isAllowed = (importer: string, imported: string) => {
    const [from = 0, to = 0] = [heights.get(importer), heights.get(imported)]
    return importer === imported || from > to || (from === to && !isFolder(importer) && !isFolder(imported))
  }
  const upward = [...modules].flatMap(([path, imports]) =>
    imports.filter(imported => !isAllowed(topOf(path), topOf(imported))).map(imported => `${path} → ${imported}`),
  )
  return [...unlisted, ...missing, ...upward]
}

const topOf = (path: string) => path.split('/', 1)[0] ?? path

const isFolder = (top: string) => !top.includes('.')
