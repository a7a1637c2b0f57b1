import type { Plugin } from 'vite'
import { filesOf } from './filesOf.ts'

/** Makes Chromium compile all functions of a script on a background thread while it is downloading. */
const compileHint = '//# allFunctionsCalledOnLoad\n'

/**
 * Adds the compile hint to the scripts of the page and of some lazy modules: most of their functions run before the first paint,
 * and would otherwise be compiled one by one when they are called.
 */
export function compileHints(modules: string[]): Plugin {
  return {
    name: 'coffer:compile-ahead',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const { page, later } = filesOf(bundle, modules)
        for (const name of [...page, ...later]) {
          const output = bundle[name]
          if (output?.type === 'chunk') output.code = compileHint + output.code
        }
      },
    },
  }
}
