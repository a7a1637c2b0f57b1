import type { Collection } from '@coffer/schema'
import { themeChoices, useOpenLayers, useTheme } from '@coffer/ui'
import { useLocation, useRouter } from '@tanstack/react-router'
import { CodeXml, LogOut, Plus, Settings2, SunMoon } from 'lucide-react'
import { newRecord } from '../screens/records/context/useRecordsAddress.ts'
import { openedFromPage } from '../shell/address/addressLayers.ts'
import { type CollectionsSearch, readCollectionsSearch } from '../shell/address/addressSearch.ts'
import { logOut } from '../shell/session/session.ts'
import type { Destination } from './destinations.ts'

interface Actions {
  /** Actions on the current collection. */
  ofPage: Destination[]
  /** Actions that are available on every page. */
  ofAll: Destination[]
}

/**
 * Returns the available actions. Panels are opened by navigation, so that the user is asked about unsaved changes first.
 * @param canEdit whether collections can be created and edited
 */
export function useActions(collections: readonly Collection[], canEdit: boolean): Actions {
  const router = useRouter()
  const { pathname, search } = useLocation()
  const { choice, setChoice } = useTheme()
  const hasPanel = useOpenLayers().some(({ kind }) => kind === 'panel')

  const { recordId, panel, endpoint: _endpoint, ...list } = readCollectionsSearch(search)
  const isCovered = recordId !== undefined || panel !== undefined
  // Replaces an open panel's history entry, so that closing the new panel leads back to the list.
  const history = isCovered ? { replace: true, state: (current: object) => current } : { state: openedFromPage }
  const open = (current: CollectionsSearch, layer: Pick<CollectionsSearch, 'recordId' | 'panel'>) => () =>
    void router.navigate({ to: '/collections', search: { ...current, ...layer }, ...history })
  const action = (id: string, label: string, icon: Destination['icon'], go: () => void): Destination => ({
    id: `action ${id}`,
    label,
    hint: 'Action',
    icon,
    go,
  })

  const shown = pathname === '/collections' ? collections.find(({ id }) => id === list.collectionId) : undefined
  const { name } = shown ?? {}
  return {
    ofPage: shown
      ? [
          ...(shown.type === 'view'
            ? []
            : [action('record', `New record in ${name}`, Plus, open(list, { recordId: newRecord }))]),
          ...(canEdit ? [action('edit', `Edit collection ${name}`, Settings2, open(list, { panel: 'edit' }))] : []),
          action('api', `API preview of ${name}`, CodeXml, open(list, { panel: 'api' })),
        ]
      : [],
    ofAll: [
      ...(canEdit ? [action('collection', 'New collection', Plus, open(shown ? list : {}, { panel: 'new' }))] : []),
      ...themeChoices
        .filter(theme => theme !== choice)
        .map(theme => action(`theme ${theme}`, themeLabels[theme], SunMoon, () => setChoice(theme))),
      // Logging out would discard unsaved changes in an open panel without asking.
      ...(hasPanel ? [] : [action('logout', 'Logout', LogOut, logOut)]),
    ],
  }
}

const themeLabels = { system: 'System theme', light: 'Light theme', dark: 'Dark theme' }
