import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'

/** Matches addresses of files that a module starts as a thread or process, or reads. */
export const fileReference = /new URL\('(\.[^']*)', import\.meta\.url\)/g

/**
 * Adds the files to the bundle that modules below a folder refer to with `new URL('./file', import.meta.url)`. A reference to a folder
 * beside it, such as the built dashboard, becomes one from the folder of the bundle, which has all modules.
 */
export function emitReferencedFiles(folder: string): Plugin {
  return {
    name: 'coffer:emit-referenced-files',
    // Before Vite removes types, which also changes quotes.
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(folder)) return
      return code.replace(fileReference, (reference, path: string) => {
        const file = join(dirname(id), path)
        if (!file.startsWith(join(folder, '/'))) return `new URL('../${relative(dirname(folder), file)}', import.meta.url)`
        if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return reference
        // Declarations are read as text, and the package contains no sources.
        const emitted = /(?<!\.d)\.ts$/.test(file)
          ? this.emitFile({ type: 'chunk', id: file, name: basename(file, '.ts') })
          : this.emitFile({ type: 'asset', name: basename(file).replace(/\.d\.ts$/, '.txt'), source: readFileSync(file) })
        return `new URL(import.meta.ROLLUP_FILE_URL_${emitted})`
      })
    },
    resolveFileUrl: ({ relativePath }) => `new URL('${relativePath}', import.meta.url).href`,
  }
}
