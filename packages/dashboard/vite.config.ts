import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { bootScript } from './build/bootScript.ts'
import { budget } from './build/budget.ts'
import { compileAhead } from './build/compileAhead.ts'
import { filesOf } from './build/filesOf.ts'
import { installerRedirect } from './build/installerRedirect.ts'
import { precompress } from './build/precompress.ts'

const api = process.env.COFFER_API ?? 'http://127.0.0.1:8090'

const frame = ['shell/AppFrame.tsx']
const collections = [...frame, 'collectionsArea.ts']

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
    `/packages/(ui/(?!code/codeMirror|${late.ui})|dashboard/(?!${late.dashboard})(shell|queries|filter|table)/|fields/(${cells}))|/(lucide-react|query-core)/`,
  ),
)

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
    compileAhead(collections),
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
