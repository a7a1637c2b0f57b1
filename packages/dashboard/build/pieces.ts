const isIn = (pattern: RegExp) => (module: string) => pattern.test(module.replaceAll('\\', '/'))
const any = (...patterns: string[]) => isIn(new RegExp(patterns.join('|')))

/** Parts of the shared folders that no page shows at first. */
const late = {
  ui: 'confirm/ConfirmDialog|disclosure/|form/(NumberInput|Radio|Select|Switch|TextArea)|layers/(Dialog|Layer(Footer|Root)|Menu(Item|Popup)|Panel|Popover|Tabs)|reorder/MoveHandle',
  dashboard:
    'filter/(FilterHelp|RecentFilters)|passwords/(GeneratePassword|randomPassword)|queries/(accounts/account|collections/affected|logs)|shell/page/(CloseWindow|PublicPage)',
}
/** What forms, panels and menus are made of. */
const forms = any(`/packages/ui/(${late.ui})`, `/packages/dashboard/(${late.dashboard})`)
/** What the cells of a table are made of. */
const cells =
  'cells|date/formatDate|editor/(browser/readHtml|disarm|readTags)|excerpt|file/(FileButton|FileThumb|fileKind)|list/textsOf|relation/(RecordLine|recordSummary)'
/** What the pages of who is signed in share. */
const kit = any(
  `/packages/ui/(?!code/codeMirror|${late.ui})`,
  `/packages/dashboard/(?!${late.dashboard})(shell|queries|filter|table)/`,
  `/packages/(fields/(${cells})|schema/collections/CollectionDraft)`,
  '/(lucide-react|query-core|react-query)/',
)
/** Which screen an address leads to. */
const router = any('/@tanstack/(history|react-router|react-store|router-core|store)/', '/use-sync-external-store/')

/** The script that decides what else is fetched. */
const main = any(
  '/packages/dashboard/(index.html|main.ts|queries/connection/(fetchAhead|storedSession)|shell/session/hasInstallerFlag)',
  'vite/preload-helper',
)
/** The connection to the server, and what else both of the following need. */
const client = any(
  '/packages/dashboard/(queries/(accounts/(signIn|fileToken)|connection/(ConnectionWatch|client|failure))|shell/(address/addressSearch|collections/CollectionPanelsContext))',
  '/node_modules/(react|pocketbase)/',
  '/queryOptions.js',
)
/** What it takes to ask for the records of a page: it waits for nothing that draws. */
const ask = any(
  '/packages/dashboard/(askAhead|queries/|screens/records/|shell/browser/useRemembered|table/sort)',
  '/packages/(fields|schema)/',
  '/@tanstack/(query-core|react-query)/',
)

/**
 * The pieces that the build is made of, beside those of single screens. Otherwise every set of parts that share something would be a
 * piece, and a request, of its own. `$initial` is what the entries of the build need: main.ts, the sign-in form, and what asks ahead.
 */
export const pieces = [
  { name: 'main', test: main, priority: 5 },
  { name: 'client', tags: ['$initial' as const], test: client, priority: 4 },
  { name: 'ask', tags: ['$initial' as const], test: ask, priority: 3 },
  { name: 'form', tags: ['$initial' as const], priority: 2 },
  { name: 'router', test: router, priority: 2 },
  { name: 'kit', test: kit, minShareCount: 2, priority: 1 },
  { name: 'forms', test: forms, minShareCount: 2 },
]
