import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { budget } from './build/budget.ts'
import { installerRedirect } from './build/installerRedirect.ts'
import { precompress } from './build/precompress.ts'
import { themeBoot } from './build/themeBoot.ts'

const api = process.env.COFFER_API ?? 'http://127.0.0.1:8090'

export default defineConfig(({ command }) => ({
  // The server may stand behind a proxy at any path, so built files name each other relatively.
  base: command === 'build' ? './' : '/_/',
  root: import.meta.dirname,
  plugins: [
    react(),
    themeBoot(),
    installerRedirect(api),
    precompress(),
    budget([
      { name: 'login page', modules: [], limit: 150_000 },
      {
        name: 'records page',
        modules: ['shell/AppFrame.tsx', 'collectionsArea.ts'],
        limit: 300_000,
      },
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
            { name: 'main', tags: ['$initial'], priority: 1 },
            {
              name: 'kit',
              test: /packages[\\/](ui[\\/](?!code[\\/]codeMirror)|dashboard[\\/](shell|queries|filter)[\\/])/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
}))
