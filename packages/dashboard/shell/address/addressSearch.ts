import { type CollectionPanel, collectionPanels } from '../collections/CollectionPanelsContext.ts'

/**
 * Parses the query of an address in the usual form, `?collectionId=x&filter=views+%3E+10`, instead of the router's JSON. All values
 * are strings.
 */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Splits an address into path and search parameters. */
export function splitAddress(address: string): { path: string; search: Record<string, string> } {
  const [path = '', ...search] = address.split('?')
  return { path, search: parseSearch(search.join('?')) }
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') params.set(name, value)
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

/** Search parameters of the collections screen. */
export interface CollectionsSearch {
  collectionId?: string
  filter?: string
  sort?: string
  /** Id of the record whose panel is open, or `new`. */
  recordId?: string
  /** The open panel. */
  panel?: CollectionPanel
  /** The selected tab of the API panel. */
  endpoint?: string
}

/** Reads untrusted search parameters: only known names and only strings. */
export function readCollectionsSearch(search: Record<string, unknown>): CollectionsSearch {
  const panel = collectionPanels.find(name => name === search.panel)
  const names = ['collectionId', 'filter', 'sort', 'recordId', ...(panel === 'api' ? (['endpoint'] as const) : [])] as const
  return { ...pick(search, names), ...(panel && { panel }) }
}

/** Search parameters of the settings pages. */
export interface SettingsSearch {
  /** Name of the OAuth2 provider whose options are open. */
  provider?: string
  filter?: string
  sort?: string
  /** Id of the admin whose panel is open, or `new`. */
  adminId?: string
  /** Id of the web hook whose panel is open, or `new`. */
  webHookId?: string
  /** Which hook, route or job the page of code shows: the key of a hook, the file of a route, or `job` with a name. */
  code?: string
  /** Set if the panel shows the deliveries of the web hook. */
  panel?: 'deliveries'
}

export function readSettingsSearch(search: Record<string, unknown>): SettingsSearch {
  return {
    ...pick(search, ['provider', 'filter', 'sort', 'adminId', 'webHookId', 'code']),
    ...(search.panel === 'deliveries' && { panel: 'deliveries' }),
  }
}

/** Search parameters of the logs screen. */
export interface LogsSearch {
  filter?: string
  /** Whether requests by admins are shown: `1` or `0`. Default: the last choice. */
  adminRequests?: string
  /** First hour shown, in UTC: `2026-01-31T14`. */
  from?: string
  /** Hour after the last one shown. */
  to?: string
  /** Id of the log entry whose panel is open. */
  logId?: string
  /** The open dialog. */
  panel?: 'settings'
}

export function readLogsSearch(search: Record<string, unknown>): LogsSearch {
  const picked = pick(search, ['filter', 'adminRequests', 'from', 'to', 'logId'])
  return { ...picked, ...(search.panel === 'settings' && { panel: 'settings' }) }
}

/** Search parameters of the access screen. */
export interface AccessSearch {
  /** Key of the persona whose access is shown. Default: guests. */
  persona?: string
  /** Id of the collection whose panel is open. */
  collectionId?: string
  /** The action whose records the panel shows. */
  part?: string
  /** The action of the request that is explained. */
  explain?: string
  /** The record of the explained request. */
  recordId?: string
  /** The query string of the explained request. */
  query?: string
  /** A rule that is not saved, in place of the stored one. */
  rule?: string
  /** The version of the client of the explained request, `0.22` or `today`. Default: the one of clients that show none. */
  dialect?: string
}

export function readAccessSearch(search: Record<string, unknown>): AccessSearch {
  return pick(search, ['persona', 'collectionId', 'part', 'explain', 'recordId', 'query', 'rule', 'dialect'])
}

/** Search parameters of the sign-in form, to prefill it in demos. */
export interface LoginSearch {
  demoEmail?: string
  demoPassword?: string
}

export function readLoginSearch(search: Record<string, unknown>): LoginSearch {
  return pick(search, ['demoEmail', 'demoPassword'])
}

/** Search parameters of the installer. */
export interface InstallerSearch {
  /** Printed by the server when it starts. */
  setupCode?: string
}

export function readInstallerSearch(search: Record<string, unknown>): InstallerSearch {
  return pick(search, ['setupCode'])
}

function pick<Name extends string>(search: Record<string, unknown>, names: readonly Name[]): Partial<Record<Name, string>> {
  const picked: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = search[name]
    if (typeof value === 'string' && value !== '') picked[name] = value
  }
  return picked
}

/** Returns the link to the explanation of a request. */
export function explainHref(search: AccessSearch & Required<Pick<AccessSearch, 'explain' | 'collectionId'>>): string {
  return `#/access?${new URLSearchParams({ ...search })}`
}
