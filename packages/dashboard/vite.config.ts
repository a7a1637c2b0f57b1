import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { bootScript } from './build/bootScript.ts'
import { budget } from './build/budget.ts'
import { filesOf } from './build/filesOf.ts'
import { installerRedirect } from './build/installerRedirect.ts'
import { precompress } from './build/precompress.ts'

const api = process.env.COFFER_API ?? 'http://127.0.0.1:8090'

const frame = ['shell/AppFrame.tsx']
const collections = [...frame, 'collectionsArea.ts']

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** What forms and panels are made of; no page shows any of it at first. */
const forms = /packages[\\/]ui[\\/](form[\\/]Select|layers[\\/](Panel|Popover|Tabs))/
const kit =
  /packages[\\/](ui[\\/](?!code[\\/]codeMirror|form[\\/]Select|layers[\\/](Panel|Popover|Tabs))|dashboard[\\/](shell|queries|filter|table)[\\/])|[\\/]lucide-react[\\/]/

/** Addresses of what a page needs beyond the first script, and beyond what others have brought. */
const addresses = (bundle: Rolldown.OutputBundle, modules: string[], known: string[] = []): string => {
  const { later: others } = filesOf(bundle, known)
  const files = filesOf(bundle, modules).later.filter(name => !others.includes(name))
  return files.map(name => `./${name}`).join(' ')
}

export default defineConfig(({ command }) => ({
  // The server may stand behind a proxy at any path, so built files name each other relatively.
  base: command === 'build' ? './' : '/_/',
  root: import.meta.dirname,
  plugins: [
    react(),
    bootScript(at('../ui/theme/themeBoot.js')),
    bootScript(at('shell/fetchAhead.js'), bundle => ({
      'data-frame': addresses(bundle, frame),
      'data-collections': addresses(bundle, collections, frame),
    })),
    installerRedirect(api),
    precompress(),
    budget([
      { name: 'login page', modules: [], limit: 150_000 },
      { name: 'records page', modules: collections, limit: 300_000 },
    ]),
  ],
  server: { port: 5173, proxy: { '/api': { target: api, changeOrigin: false } } },
  build: {
    target: 'es2022',
    // light-dark() and nesting stay as they are written.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Otherwise every set of parts that share something would be a piece, and a request, of its own.
          groups: [
            { name: 'main', tags: ['$initial'], priority: 2 },
            { name: 'kit', test: kit, minShareCount: 2, priority: 1 },
            { name: 'forms', test: forms, minShareCount: 2 },
          ],
        },
      },
    },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
}))
