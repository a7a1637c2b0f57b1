import { type CollectionPanel, collectionPanels } from '../collections/CollectionPanelsContext.ts'

/**
 * The query part of an address, in the plain form that people write and share: `?collectionId=x&filter=views+%3E+10`. Values are
 * text; empty ones are left out.
 */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Takes an address apart into its path and what it asks for. */
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

/** What the collections screen shows, as its address says. */
export interface CollectionsSearch {
  collectionId?: string
  filter?: string
  sort?: string
  /** The record whose panel is open, or `new`. */
  recordId?: string
  /** The panel that is open over the collections. */
  panel?: CollectionPanel
  /** Which tab the panel of the API shows. */
  endpoint?: string
}

/** Reads an address that may come from anywhere: only the known names, only text. */
export function readCollectionsSearch(search: Record<string, unknown>): CollectionsSearch {
  const panel = collectionPanels.find(name => name === search.panel)
  const names = ['collectionId', 'filter', 'sort', 'recordId', ...(panel === 'api' ? (['endpoint'] as const) : [])] as const
  return { ...pick(search, names), ...(panel && { panel }) }
}

/** What the pages of the settings show, as their addresses say. */
export interface SettingsSearch {
  /** The OAuth2 provider whose options are open. */
  provider?: string
  filter?: string
  sort?: string
  /** The admin whose panel is open, or `new`. */
  adminId?: string
}

export function readSettingsSearch(search: Record<string, unknown>): SettingsSearch {
  return pick(search, ['provider', 'filter', 'sort', 'adminId'])
}

/** What the screen of the log shows, as its address says. */
export interface LogsSearch {
  filter?: string
  /** Whether requests by admins are shown: `1` or `0`; what was chosen last without it. */
  adminRequests?: string
  /** The hours that are shown, in UTC: `2026-01-31T14`, the second one exclusive. */
  from?: string
  to?: string
  /** The entry whose panel is open. */
  logId?: string
  /** What is open over the log. */
  panel?: 'settings'
}

export function readLogsSearch(search: Record<string, unknown>): LogsSearch {
  const picked = pick(search, ['filter', 'adminRequests', 'from', 'to', 'logId'])
  return { ...picked, ...(search.panel === 'settings' && { panel: 'settings' }) }
}

/** What may fill in the sign-in form, for demonstrations. */
export interface LoginSearch {
  demoEmail?: string
  demoPassword?: string
}

export function readLoginSearch(search: Record<string, unknown>): LoginSearch {
  return pick(search, ['demoEmail', 'demoPassword'])
}

/** What the link to the installer carries. */
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
