import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bootScript } from './build/bootScript.ts'
import { budget } from './build/budget.ts'
import { compileAhead } from './build/compileAhead.ts'
import { installerRedirect } from './build/installerRedirect.ts'
import { precompress } from './build/precompress.ts'
import { preloadFor } from './build/preloadFor.ts'

const api = process.env.COFFER_API ?? 'http://127.0.0.1:8090'

/** What main.ts loads for who is signed out, and for who is signed in and opens the collections. */
const login = ['openSignIn.tsx']
const collections = ['askAhead.ts', 'openApp.tsx', 'shell/AppFrame.tsx', 'collectionsArea.ts']

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Parts of the shared folders that no page shows at first. */
const late = {
  ui: 'confirm/ConfirmDialog|form/(NumberInput|Radio|Select|Switch|TextArea)|layers/(Dialog|Menu(Item|Popup)|Panel|Popover|Tabs)|reorder/MoveHandle',
  dashboard: 'filter/(FilterHelp|RecentFilters)|queries/(account|affected|logs)|shell/(CloseWindow|GeneratePassword|PublicPage)',
}
const isIn = (pattern: RegExp) => (module: string) => pattern.test(module.replaceAll('\\', '/'))
/** What forms, panels and menus are made of. */
const forms = isIn(new RegExp(`/packages/(ui/(${late.ui})|dashboard/(${late.dashboard}))`))
/** What the cells of a table are made of. */
const cells =
  'cells|date/formatDate|editor/(browser/readHtml|disarm|readTags)|excerpt|file/(FileButton|FileThumb|fileKind)|list/textsOf|relation/(RecordLine|recordSummary)'
/** What the pages of who is signed in share. */
const kit = isIn(
  new RegExp(
    `/packages/(ui/(?!code/codeMirror|${late.ui})|dashboard/(?!${late.dashboard})(shell|queries|filter|table)/|fields/(${cells}))|/(lucide-react|query-core|react-query)/`,
  ),
)

/** The script that comes first, and stays small. */
const first = isIn(
  /\/packages\/dashboard\/(index\.html|main\.ts|queries\/fetchAhead|shell\/storedSession)|vite\/preload-helper\.js/,
)
/** The connection to the server, and what else both of the following need. */
const client = isIn(
  /\/packages\/dashboard\/(addressSearch|queries\/(ConnectionWatch|admins|client|failure|fileToken)|shell\/CollectionPanelsContext)|\/node_modules\/(react|pocketbase)\/|\/queryOptions\.js/,
)
/** What it takes to ask for the records of a page. It waits for nothing that draws. */
const ask = isIn(
  /\/packages\/(dashboard\/(askAhead|queries\/|screens\/records\/|shell\/useRemembered|table\/sort)|fields\/|schema\/)|\/node_modules\/@tanstack\/(query-core|react-query)\//,
)

/** Which screen an address leads to. */
const router = isIn(/\/node_modules\/(@tanstack\/(history|react-router|react-store|router-core|store)|use-sync-external-store)\//)

export default defineConfig(({ command }) => ({
  // The server may stand behind a proxy at any path, so built files name each other relatively.
  base: command === 'build' ? './' : '/_/',
  root: import.meta.dirname,
  plugins: [
    react(),
    bootScript(at('../ui/theme/themeBoot.js')),
    preloadFor(login),
    installerRedirect(api),
    compileAhead([...login, ...collections]),
    precompress(),
    budget([
      { name: 'login page', modules: login, limit: 150_000 },
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
      input: ['index.html', 'openSignIn.tsx', 'askAhead.ts'].map(at),
      output: {
        codeSplitting: {
          // Otherwise every set of parts that share something would be a piece, and a request, of its own.
          groups: [
            { name: 'main', test: first, priority: 5 },
            { name: 'client', tags: ['$initial'], test: client, priority: 4 },
            { name: 'ask', tags: ['$initial'], test: ask, priority: 3 },
            { name: 'form', tags: ['$initial'], priority: 2 },
            { name: 'router', test: router, priority: 2 },
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
