import type { HtmlTagDescriptor, Plugin } from 'vite'
import { filesOf } from './filesOf.ts'

/** Adds preload links for modules that every visit needs, so that they load in parallel with the first script. */
export function preloadFor(modules: string[]): Plugin {
  return {
    name: 'coffer:preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }): HtmlTagDescriptor[] {
        return filesOf(bundle, modules).later.map(name => ({
          tag: 'link',
          attrs: { rel: name.endsWith('.css') ? 'stylesheet' : 'modulepreload', crossorigin: true, href: `./${name}` },
          injectTo: 'head',
        }))
      },
    },
  }
}
