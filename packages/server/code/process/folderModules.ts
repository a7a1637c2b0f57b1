import { realpathSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

interface Resolved {
  url: string
  format?: string | null | undefined
}

interface Source {
  format: string | null | undefined
  source: string | ArrayBuffer | NodeJS.TypedArray
}

/** The files of a folder as a process has loaded them, without packages. Other processes can load the same from it. */
export interface FolderModules {
  hooks: readonly string[]
  routes: readonly string[]
  /** Where each import leads, by `keyOf`. */
  resolved: Map<string, Resolved>
  /** The sources by their URLs. */
  sources: Map<string, Source>
}

const keyOf = (parent: string | undefined, specifier: string): string => `${parent} ${specifier}`

/**
 * Lets modules import `coffer`, and records the modules of a folder.
 * @param coffer the URL of the module `coffer`
 * @param modules the files to load, and what was loaded of them before, which is loaded again
 */
export function recordModules(coffer: string, folder: string, { resolved, sources }: FolderModules): void {
  const prefix = pathToFileURL(join(realpathSync(folder), '/')).href
  const isOwn = (url: string) => url.startsWith(prefix) && !url.includes('/node_modules/')
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === 'coffer') return { url: coffer, shortCircuit: true }
      const key = keyOf(context.parentURL, specifier)
      const known = resolved.get(key)
      if (known) return { ...known, shortCircuit: true }
      const { url, format, ...rest } = next(specifier, context)
      if (isOwn(url)) resolved.set(key, { url, format })
      return { url, format, ...rest }
    },
    load: (url, context, next) => {
      const known = sources.get(url)
      if (known) return { ...known, shortCircuit: true }
      const loaded = next(url, context)
      if (isOwn(url) && loaded.source !== undefined && loaded.source !== null)
        sources.set(url, { format: loaded.format, source: loaded.source })
      return loaded
    },
  })
}
