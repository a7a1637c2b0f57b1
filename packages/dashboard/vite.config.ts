import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bootScript } from './build/bootScript.ts'
import { budget } from './build/budget.ts'
import { chunkGroups, chunkPaths } from './build/chunkGroups.ts'
import { compileHints } from './build/compileHints.ts'
import { installerRedirect } from './build/installerRedirect.ts'
import { precompress } from './build/precompress.ts'
import { preloadFor } from './build/preloadFor.ts'
import { requireModules } from './build/requireModules.ts'

const api = process.env.COFFER_API ?? 'http://127.0.0.1:8090'
const manual = process.env.COFFER_MANUAL ?? 'http://localhost:5174'

/** Modules that main.ts loads if nobody is signed in, and for the collections screen. */
const login = ['openSignIn.tsx']
const collections = ['prefetchPage.ts', 'openApp.tsx', 'AppFrame.tsx', 'collectionsArea.ts']

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig(({ command }) => ({
  // A proxy can serve the dashboard at any path, so built files reference each other relatively.
  base: command === 'build' ? './' : '/_/',
  root: import.meta.dirname,
  plugins: [
    react(),
    requireModules(chunkPaths),
    bootScript(at('../ui/theme/themeBoot.js')),
    preloadFor(login),
    installerRedirect(api),
    compileHints([...login, ...collections]),
    precompress(),
    budget([
      { name: 'login page', modules: login, limitBytes: 110_000 },
      { name: 'records page', modules: collections, limitBytes: 220_000 },
    ]),
  ],
  server: { port: 5173, proxy: { '/api': { target: api, changeOrigin: false }, '/_/docs': { target: manual } } },
  build: {
    target: 'es2022',
    // These browsers support light-dark() and nesting, so they are not transpiled.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', ...login, 'prefetchPage.ts'].map(at),
      output: { codeSplitting: { groups: chunkGroups } },
    },
    assetsInlineLimit: 0,
    license: { fileName: 'licenses.md' },
    reportCompressedSize: false,
  },
}))
