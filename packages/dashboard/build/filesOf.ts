import type { Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

/** Returns the scripts and styles of the page, and those of some lazy modules, in dependency order. */
export function filesOf(bundle: Bundle, modules: readonly string[]): { page: Set<string>; later: string[] } {
  const chunks = Object.values(bundle).filter(output => output.type === 'chunk')
  const page = new Set<string>()
  for (const chunk of chunks) if (chunk.facadeModuleId?.endsWith('.html')) collect(chunk, bundle, page)
  const all = new Set(page)
  for (const module of modules) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/packages/dashboard/${module}`))
    if (chunk === undefined) throw new Error(`${module} is not built as a separate chunk.`)
    collect(chunk, bundle, all)
  }
  return { page, later: [...all].filter(name => !page.has(name)) }
}

/** Adds a chunk, its styles and its static imports. */
function collect(chunk: Rolldown.OutputChunk, bundle: Bundle, names: Set<string>): void {
  if (names.has(chunk.fileName)) return
  for (const imported of chunk.imports) {
    const next = bundle[imported]
    if (next?.type === 'chunk') collect(next, bundle, names)
  }
  for (const style of chunk.viteMetadata?.importedCss ?? []) names.add(style)
  names.add(chunk.fileName)
}
