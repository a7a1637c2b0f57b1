import type { Plugin } from 'vite'

/** Fails the build if one of the paths is in no module's path, e.g. because the module was renamed. */
export function requireModules(paths: readonly string[]): Plugin {
  return {
    name: 'coffer:require-modules',
    apply: 'build',
    buildEnd(error) {
      if (error) return
      const modules = [...this.getModuleIds()].map(id => id.replaceAll('\\', '/'))
      const missing = paths.filter(path => !modules.some(module => module.includes(path)))
      if (missing.length > 0)
        this.error(`No module has these paths. Correct the list in build/chunkGroups.ts: ${missing.join(', ')}`)
    },
  }
}
