import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

/** A page of the dashboard and what its first visit may weigh. */
export interface Page {
  name: string
  /** Modules that the router loads for the page, as paths below the dashboard's folder. */
  modules: string[]
  /** Bytes after gzip, every request of the first visit counted. */
  limit: number
}

/** Prints what a first visit to each page downloads, and fails the build when a page outgrows its limit. */
export function budget(pages: Page[]): Plugin {
  return {
    name: 'coffer:budget',
    apply: 'build',
    writeBundle(_options, bundle) {
      const rows = pages.map(page => weigh(page, bundle))
      for (const { page, files, bytes } of rows) {
        this.info(`${page.name}: ${kilobytes(bytes)} gzip in ${files} files (limit ${kilobytes(page.limit)})`)
      }
      const heavy = rows.filter(({ page, bytes }) => bytes > page.limit)
      if (heavy.length > 0) this.error(`Too heavy: ${heavy.map(({ page }) => page.name).join(', ')}`)
    },
  }
}

function weigh(page: Page, bundle: Bundle) {
  const names = new Set<string>(['index.html', 'favicon.svg'])
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk') continue
    const isLoaded = chunk.isEntry || page.modules.some(module => chunk.facadeModuleId?.endsWith(`/packages/dashboard/${module}`))
    if (isLoaded) collect(chunk, bundle, names)
  }
  let bytes = 0
  for (const name of names) bytes += sizeOf(bundle[name])
  return { page, files: names.size, bytes }
}

/** Adds a chunk, its styles, and everything it imports statically. */
function collect(chunk: Rolldown.OutputChunk, bundle: Bundle, names: Set<string>): void {
  if (names.has(chunk.fileName)) return
  names.add(chunk.fileName)
  for (const style of chunk.viteMetadata?.importedCss ?? []) names.add(style)
  for (const imported of chunk.imports) {
    const next = bundle[imported]
    if (next?.type === 'chunk') collect(next, bundle, names)
  }
}

function sizeOf(output: Bundle[string] | undefined): number {
  if (output === undefined) return 0
  return gzipSync(output.type === 'chunk' ? output.code : output.source, { level: 9 }).length
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
