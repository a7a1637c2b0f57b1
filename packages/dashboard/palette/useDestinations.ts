import type { Collection } from '@coffer/schema'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ChartLine, FileText, ShieldCheck, Undo2 } from 'lucide-react'
import { useMemo } from 'react'
import { collectionsQuery } from '../queries/collections/collections.ts'
import { recordsWithIdQuery } from '../queries/records/record.ts'
import { lastUndoable } from '../queries/records/undoableChanges.ts'
import { settingsQuery } from '../queries/settings.ts'
import { useUndo } from '../screens/records/undo/useUndo.ts'
import { settingsPages } from '../screens/settings/pages.ts'
import { collectionTypes } from '../shell/collections/collectionTypes.ts'
import { type Destination, matchDestinations } from './destinations.ts'
import { useActions } from './useActions.ts'

/** Matches text that may be a record id. */
const recordId = /^[\w-]{15,}$/

const noCollections: readonly Collection[] = []

interface FoundDestinations {
  destinations: Destination[]
  /** Whether a record with the typed id is being looked up. */
  isLooking: boolean
}

/** Finds destinations for the typed text: actions, collections, pages, the record with an id, and the undo of the last change. */
export function useDestinations(typed: string): FoundDestinations {
  const router = useRouter()
  const { data: collections } = useQuery(collectionsQuery)
  const { data: settings } = useQuery(settingsQuery)
  const canSync = settings !== undefined && !settings.meta.hideControls
  const undo = useUndo()
  const actions = useActions(collections ?? noCollections, canSync)
  const text = typed.trim()
  const isId = recordId.test(text)
  const holders = (collections ?? []).filter(({ type }) => type !== 'view')
  const query = recordsWithIdQuery(
    text,
    holders.map(({ id }) => id),
  )
  const { data: found = [], isFetching } = useQuery({ ...query, enabled: isId && holders.length > 0 })

  const places = useMemo(
    (): Destination[] => [
      ...(collections ?? []).map(({ id, name, type }) => ({
        id,
        label: name,
        hint: collectionTypes[type].label,
        icon: collectionTypes[type].icon,
        go: () => void router.navigate({ to: '/collections', search: { collectionId: id } }),
      })),
      { id: 'logs', label: 'Logs', hint: 'Page', icon: ChartLine, go: () => void router.navigate({ to: '/logs' }) },
      { id: 'access', label: 'Access', hint: 'Page', icon: ShieldCheck, go: () => void router.navigate({ to: '/access' }) },
      ...settingsPages
        .filter(({ group }) => group !== 'Sync' || canSync)
        .map(({ path, label, icon }) => ({
          id: `settings${path}`,
          label,
          hint: 'Settings',
          icon,
          go: () => void router.navigate({ to: `/settings${path}` }),
        })),
    ],
    [collections, canSync, router],
  )

  const records = isId ? found : []
  const change = lastUndoable()
  const undoing = change && {
    id: 'undo',
    label: `Undo the ${change.kind === 'deleted' ? 'deletion' : 'change'} of ${change.count === 1 ? 'a record' : `${change.count} records`}`,
    hint: `In ${change.collectionName}`,
    icon: Undo2,
    go: () => void undo(change),
  }
  return {
    destinations: [
      ...records.map(({ collectionId, collectionName, id }) => ({
        id: `${collectionId} ${id}`,
        label: id,
        hint: `Record in ${collectionName}`,
        icon: FileText,
        go: () => void router.navigate({ to: '/collections', search: { collectionId, recordId: id } }),
      })),
      ...matchDestinations([...(undoing ? [undoing] : []), ...actions.ofPage, ...places, ...actions.ofAll], text),
    ],
    isLooking: isId && isFetching,
  }
}
