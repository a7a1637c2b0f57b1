import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { compressFiles } from '../../../packages/dashboard/build/precompress.ts'
import { searchBox } from './searchBox.ts'
import { sidebar } from './sidebar.ts'
import { themeScript } from './themeScript.ts'
import { writeInlineScripts } from './writeInlineScripts.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  title: 'Coffer',
  titleTemplate: ':title - Coffer manual',
  description: 'The manual of Coffer, a self-hosted data backend with an administrator dashboard.',
  lang: 'en-US',
  // A proxy can serve Coffer at any path, so built files reference each other relatively.
  base: './',
  outDir: at('../../../packages/dashboard/dist/docs'),
  cacheDir: at('../../../node_modules/.cache/vitepress'),
  // Suppressing transitions while the theme changes would need a style element, which the content policy forbids.
  appearance: { disableTransition: false },
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: '../favicon.svg' }],
    ['script', {}, themeScript],
  ],
  markdown: { theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' } },
  themeConfig: {
    logo: { src: '../favicon.svg', alt: '' },
    siteTitle: 'Coffer manual',
    sidebar,
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        // The entries of the changelog repeat the words of all pages, which would be pushed down in the results.
        _render: (source, env, markdown) => (env.relativePath === 'changelog.md' ? '' : markdown.renderAsync(source, env)),
      },
    },
    docFooter: { prev: 'Previous page', next: 'Next page' },
    externalLinkIcon: true,
  },
  vite: { plugins: [searchBox()], build: { license: { fileName: 'licenses.md' } } },
  transformHtml: writeInlineScripts,
  buildEnd: ({ outDir }) => compressFiles(outDir),
})
