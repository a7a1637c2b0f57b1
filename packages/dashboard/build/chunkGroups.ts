/** Modules of the shared folders that no page needs for its first render: forms, panels and menus. */
const late = [
  'packages/ui/confirm/ConfirmDialog',
  'packages/ui/disclosure/',
  'packages/ui/form/NumberInput',
  'packages/ui/form/Radio',
  'packages/ui/form/Select',
  'packages/ui/form/Switch',
  'packages/ui/form/TextArea',
  'packages/ui/layers/Dialog',
  'packages/ui/layers/LayerFooter',
  'packages/ui/layers/LayerRoot',
  'packages/ui/layers/MenuItem',
  'packages/ui/layers/MenuPopup',
  'packages/ui/layers/Panel',
  'packages/ui/layers/Popover',
  'packages/ui/layers/Tabs',
  'packages/ui/reorder/MoveHandle',
  'packages/dashboard/filter/FilterHelp',
  'packages/dashboard/filter/RecentFilters',
  'packages/dashboard/passwords/GeneratePassword',
  'packages/dashboard/queries/accounts/account',
  'packages/dashboard/queries/collections/affected',
  'packages/dashboard/queries/logs',
  'packages/dashboard/shell/page/CloseWindow',
  'packages/dashboard/shell/page/PublicPage',
]

/** The code editor, which loads when an input that uses it gets the focus. */
const codeEditor = ['packages/ui/code/codeMirror/']

/** Modules shared by the pages of signed-in admins, including table cells. */
const kit = [
  'packages/ui/',
  'packages/dashboard/shell/',
  'packages/dashboard/queries/',
  'packages/dashboard/filter/',
  'packages/dashboard/table/',
  'packages/fields/cells',
  'packages/fields/date/formatDate',
  'packages/fields/editor/browser/readHtml',
  'packages/fields/editor/makeInert',
  'packages/fields/editor/readTags',
  'packages/fields/excerpt',
  'packages/fields/file/FileButton',
  'packages/fields/file/FileThumb',
  'packages/fields/file/fileKind',
  'packages/fields/list/listTexts',
  'packages/fields/relation/RecordLine',
  'packages/fields/relation/recordSummary',
  'packages/schema/collections/CollectionDraft',
  'node_modules/lucide-react/',
  'node_modules/@tanstack/query-core/',
  'node_modules/@tanstack/react-query/',
]

const router = [
  'node_modules/@tanstack/history/',
  'node_modules/@tanstack/react-router/',
  'node_modules/@tanstack/react-store/',
  'node_modules/@tanstack/router-core/',
  'node_modules/@tanstack/store/',
  'node_modules/use-sync-external-store/',
]

/** The first script, which decides what else to load. */
const main = [
  'packages/dashboard/index.html',
  'packages/dashboard/main.ts',
  'packages/dashboard/queries/connection/prefetchedResponses',
  'packages/dashboard/queries/connection/storedSession',
  'packages/dashboard/shell/session/hasInstallerFlag',
  'vite/preload-helper',
]

/** The API client, and other modules that both the sign-in form and the first requests need. */
const client = [
  'packages/dashboard/queries/accounts/signIn',
  'packages/dashboard/queries/accounts/fileToken',
  'packages/dashboard/queries/connection/ConnectionWatch',
  'packages/dashboard/queries/connection/client',
  'packages/dashboard/queries/connection/failure',
  'packages/dashboard/shell/address/addressSearch',
  'packages/dashboard/shell/collections/CollectionPanelsContext',
  'node_modules/react/',
  'node_modules/pocketbase/',
  'node_modules/@tanstack/react-query/build/modern/queryOptions.js',
]

/** Modules that request a page's records. They do not depend on rendering code, so that requests start earlier. */
const prefetch = [
  'packages/dashboard/prefetchPage',
  'packages/dashboard/queries/',
  'packages/dashboard/screens/records/',
  'packages/dashboard/shell/browser/useRemembered',
  'packages/dashboard/table/sort',
  'packages/fields/',
  'packages/schema/',
  'node_modules/@tanstack/query-core/',
  'node_modules/@tanstack/react-query/',
]

/** Beginnings of the paths that the groups name. `requireModules` fails the build if one of them matches no module. */
export const chunkPaths = [...late, ...codeEditor, ...kit, ...router, ...main, ...client, ...prefetch]

const isIn = (paths: readonly string[], module: string) => paths.some(path => module.replaceAll('\\', '/').includes(path))

/**
 * Chunks of the build, in addition to those of single screens. Without these groups, each combination of modules that share code
 * would be a separate chunk and request. `$initial` tags modules that the entries need: main.ts, the sign-in form, prefetching.
 */
export const chunkGroups = [
  { name: 'main', test: (module: string) => isIn(main, module), priority: 5 },
  { name: 'client', tags: ['$initial' as const], test: (module: string) => isIn(client, module), priority: 4 },
  { name: 'prefetch', tags: ['$initial' as const], test: (module: string) => isIn(prefetch, module), priority: 3 },
  { name: 'form', tags: ['$initial' as const], priority: 2 },
  { name: 'router', test: (module: string) => isIn(router, module), priority: 2 },
  {
    name: 'kit',
    test: (module: string) => isIn(kit, module) && !isIn([...late, ...codeEditor], module),
    minShareCount: 2,
    priority: 1,
  },
  { name: 'forms', test: (module: string) => isIn(late, module), minShareCount: 2 },
]
