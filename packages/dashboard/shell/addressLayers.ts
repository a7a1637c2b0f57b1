import { getRouteApi, useRouter } from '@tanstack/react-router'

const route = getRouteApi('/signed-in/collections')

declare module '@tanstack/history' {
  interface HistoryState {
    /** The entry before this one is the page from which the layer in the address was opened. */
    isOpenedFromPage?: true
  }
}

/** The state of the history entry that opens a layer. */
export const openedFromPage = { isOpenedFromPage: true } as const

/** Closes a layer that the address names: a step back where one led to it. What guards unsaved changes is asked unless told otherwise. */
export type CloseLayer = (options?: { isSafe: boolean }) => void

/** The way to close the layer that a part of the address of /collections names. */
export function useCloseLayer(part: 'recordId' | 'panel'): CloseLayer {
  const navigate = route.useNavigate()
  const router = useRouter()
  return ({ isSafe } = { isSafe: false }) => {
    if (router.state.location.state.isOpenedFromPage) router.history.back({ ignoreBlocker: isSafe })
    else void navigate({ search: ({ [part]: _closed, ...search }) => search, replace: true, ignoreBlocker: isSafe })
  }
}
