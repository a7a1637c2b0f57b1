import { useNavigate, useRouter } from '@tanstack/react-router'

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

/** The way to close the layer that a part of the page's address names. */
export function useCloseLayer(part: 'recordId' | 'panel' | 'logId'): CloseLayer {
  const navigate = useNavigate()
  const router = useRouter()
  return ({ isSafe } = { isSafe: false }) => {
    if (router.state.location.state.isOpenedFromPage) router.history.back({ ignoreBlocker: isSafe })
    else void navigate({ to: '.', search: ({ [part]: _closed, ...search }) => search, replace: true, ignoreBlocker: isSafe })
  }
}
