import { globSync, readFileSync } from 'node:fs'
import { dirname, extname, join, normalize } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

/** The paths of all modules of a package, each with the paths of the modules it imports from the same package. */
export type Modules = ReadonlyMap<string, readonly string[]>

/** Reads all modules of a package except its tests, which reach the code under test through the layers above it. */
export function readModules(folder: string): Modules {
  const paths = globSync('**/*.{ts,tsx}', { cwd: folder, exclude: ['**/{node_modules,dist,testing}/**', '**/*.test.{ts,tsx}'] })
  return new Map(paths.sort().map(path => [path, readImports(folder, path)]))
}

/** Static imports, dynamic imports, re-exports, and imports of types alone. */
function readImports(folder: string, path: string): string[] {
  const { program, errors } = parseSync(path, readFileSync(join(folder, path), 'utf8'))
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const imports = new Set<string>()
  const add = (source: object | null) => {
    const specifier = source && 'value' in source && source.value
    if (typeof specifier !== 'string' || !specifier.startsWith('.') || !['.ts', '.tsx'].includes(extname(specifier))) return
    imports.add(normalize(join(dirname(path), specifier)))
  }
  new Visitor({
    ImportDeclaration: node => add(node.source),
    ImportExpression: node => add(node.source),
    TSImportType: node => add(node.source),
    ExportAllDeclaration: node => add(node.source),
    ExportNamedDeclaration: node => add(node.source),
  }).visit(program)
  return [...imports]
}
