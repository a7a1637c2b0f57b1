import type { Plugin } from 'vite'
import { filesOf } from './filesOf.ts'

/** Chromium compiles a script that begins so whole and beside the page's own thread, while it is still on its way. */
const mark = '//# allFunctionsCalledOnLoad\n'

/**
 * Marks the scripts of the page itself and of modules that are loaded later: most of what they hold runs before the first paint, and
 * would be compiled function by function while it runs.
 */
export function compileAhead(modules: string[]): Plugin {
  return {
    name: 'coffer:compile-ahead',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const { page, later } = filesOf(bundle, modules)
        for (const name of [...page, ...later]) {
          const output = bundle[name]
          if (output?.type === 'chunk') output.code = mark + output.code
        }
      },
    },
  }
}
