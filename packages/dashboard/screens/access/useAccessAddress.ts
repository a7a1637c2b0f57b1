import type { ExplainedAction } from '@coffer/schema'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import type { DialectName } from '../../queries/settings.ts'
import { openedFromPage } from '../../shell/address/addressLayers.ts'
import { type AccessPart, accessParts } from './accessParts.ts'

const route = getRouteApi('/signed-in/access')

const guest = 'guest'

function dialectOf(text: string | undefined): DialectName | undefined {
  return text === 'today' || text === '0.22' ? text : undefined
}

export const explainedActions: readonly ExplainedAction[] = ['list', 'view', 'create', 'update', 'delete']

/** What the address of the screen says, and how it changes. */
export function useAccessAddress() {
  const { persona = guest, collectionId, part, explain, recordId, query, rule, dialect } = route.useSearch()
  const navigate = route.useNavigate()
  const router = useRouter()
  const searchOf = (key: string) => (key === guest ? {} : { persona: key })
  const { state } = router.state.location
  return {
    persona,
    collectionId,
    /** The action whose records are shown. */
    part: accessParts.find(known => known.part === part)?.part,
    /** The request that is explained. */
    explained: explainedActions.find(action => action === explain) && {
      action: explain as ExplainedAction,
      recordId,
      query,
      rule,
      dialect: dialectOf(dialect),
    },
    explain: (action: ExplainedAction) =>
      void navigate({
        search: { ...searchOf(persona), ...(collectionId && { collectionId }), explain: action },
        state: openedFromPage,
      }),
    setPersona: (key: string) => void navigate({ search: searchOf(key) }),
    open: (id: string, opened?: AccessPart, of = persona) =>
      void navigate({
        search: { ...searchOf(of), collectionId: id, ...(opened && { part: opened }) },
        state: openedFromPage,
      }),
    setPart: (opened: AccessPart | undefined) =>
      void navigate({
        search: { ...searchOf(persona), ...(collectionId && { collectionId }), ...(opened && { part: opened }) },
        replace: true,
        ...(state.isOpenedFromPage && { state: openedFromPage }),
      }),
    close: () => {
      if (state.isOpenedFromPage) router.history.back()
      else void navigate({ search: searchOf(persona), replace: true })
    },
  }
}
