import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import { filesOf } from './filesOf.ts'

type Bundle = Rolldown.OutputBundle

/** A page of the dashboard with the size limit of its first visit. */
export interface Page {
  name: string
  /** Modules that are loaded for the page, as paths below the dashboard's folder. */
  modules: string[]
  /** Maximum size of all requests of the first visit, after gzip. */
  limitBytes: number
}

/** Prints the download size of a first visit to each page, and fails the build if it exceeds the page's limit. */
export function budget(pages: Page[]): Plugin {
  return {
    name: 'coffer:budget',
    apply: 'build',
    writeBundle(_options, bundle) {
      const rows = pages.map(page => weigh(page, bundle))
      for (const { page, files, bytes } of rows) {
        this.info(`${page.name}: ${kilobytes(bytes)} gzip in ${files} files (limit ${kilobytes(page.limitBytes)})`)
      }
      const tooLarge = rows.filter(({ page, bytes }) => bytes > page.limitBytes)
      if (tooLarge.length > 0) this.error(`Size limit exceeded: ${tooLarge.map(({ page }) => page.name).join(', ')}`)
    },
  }
}

function weigh(page: Page, bundle: Bundle) {
  const { page: always, later } = filesOf(bundle, page.modules)
  const names = ['index.html', 'favicon.svg', ...always, ...later]
  const bytes = names.reduce((sum, name) => sum + sizeOf(bundle[name]), 0)
  return { page, files: names.length, bytes }
}

function sizeOf(output: Bundle[string] | undefined): number {
  if (output === undefined) return 0
  return gzipSync(output.type === 'chunk' ? output.code : output.source, { level: 9 }).length
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
