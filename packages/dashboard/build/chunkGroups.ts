const isIn = (pattern: RegExp) => (module: string) => pattern.test(module.replaceAll('\\', '/'))
const any = (...patterns: string[]) => isIn(new RegExp(patterns.join('|')))

/** Modules of the shared folders that no page needs for its first render. */
const late = {
  ui: 'confirm/ConfirmDialog|disclosure/|form/(NumberInput|Radio|Select|Switch|TextArea)|layers/(Dialog|Layer(Footer|Root)|Menu(Item|Popup)|Panel|Popover|Tabs)|reorder/MoveHandle',
  dashboard:
    'filter/(FilterHelp|RecentFilters)|passwords/(GeneratePassword|randomPassword)|queries/(accounts/account|collections/affected|logs)|shell/page/(CloseWindow|PublicPage)',
}
/** Forms, panels and menus. */
const forms = any(`/packages/ui/(${late.ui})`, `/packages/dashboard/(${late.dashboard})`)
/** Table cells. */
const cells =
  'cells|date/formatDate|editor/(browser/readHtml|makeInert|readTags)|excerpt|file/(FileButton|FileThumb|fileKind)|list/listTexts|relation/(RecordLine|recordSummary)'
/** Modules shared by the pages of signed-in admins. */
const kit = any(
  `/packages/ui/(?!code/codeMirror|${late.ui})`,
  `/packages/dashboard/(?!${late.dashboard})(shell|queries|filter|table)/`,
  `/packages/(fields/(${cells})|schema/collections/CollectionDraft)`,
  '/(lucide-react|query-core|react-query)/',
)
/** The router. */
const router = any('/@tanstack/(history|react-router|react-store|router-core|store)/', '/use-sync-external-store/')

/** The first script, which decides what else to load. */
const main = any(
  '/packages/dashboard/(index.html|main.ts|queries/connection/(prefetchedResponses|storedSession)|shell/session/hasInstallerFlag)',
  'vite/preload-helper',
)
/** The API client, and other modules that both the sign-in form and the first requests need. */
const client = any(
  '/packages/dashboard/(queries/(accounts/(signIn|fileToken)|connection/(ConnectionWatch|client|failure))|shell/(address/addressSearch|collections/CollectionPanelsContext))',
  '/node_modules/(react|pocketbase)/',
  '/queryOptions.js',
)
/** Modules that request a page's records. They do not depend on rendering code, so that requests start earlier. */
const ask = any(
  '/packages/dashboard/(prefetchPage|queries/|screens/records/|shell/browser/useRemembered|table/sort)',
  '/packages/(fields|schema)/',
  '/@tanstack/(query-core|react-query)/',
)

/**
 * Chunks of the build, in addition to those of single screens. Without these groups, each combination of modules that share code
 * would be a separate chunk and request. `$initial` tags modules that the entries need: main.ts, the sign-in form, prefetching.
 */
export const chunkGroups = [
  { name: 'main', test: main, priority: 5 },
  { name: 'client', tags: ['$initial' as const], test: client, priority: 4 },
  { name: 'ask', tags: ['$initial' as const], test: ask, priority: 3 },
  { name: 'form', tags: ['$initial' as const], priority: 2 },
  { name: 'router', test: router, priority: 2 },
  { name: 'kit', test: kit, minShareCount: 2, priority: 1 },
  { name: 'forms', test: forms, minShareCount: 2 },
]
