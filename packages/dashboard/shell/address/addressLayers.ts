import { useNavigate, useRouter } from '@tanstack/react-router'

declare module '@tanstack/history' {
  interface HistoryState {
    /** Set if the previous history entry is the page from which this entry's layer was opened. */
    isOpenedFromPage?: true
  }
}

/** State for the history entry that opens a layer, i.e. a panel or dialog that is part of the URL. */
export const openedFromPage = { isOpenedFromPage: true } as const

/** Closes a layer: goes back if it was opened from the page. `isSafe` skips the question about unsaved changes. */
export type CloseLayer = (options?: { isSafe: boolean }) => void

/** Returns a function that closes the layer of a search parameter. */
export function useCloseLayer(part: 'recordId' | 'panel' | 'logId'): CloseLayer {
  const navigate = useNavigate()
  const router = useRouter()
  return ({ isSafe } = { isSafe: false }) => {
    if (router.state.location.state.isOpenedFromPage) router.history.back({ ignoreBlocker: isSafe })
    else void navigate({ to: '.', search: ({ [part]: _closed, ...search }) => search, replace: true, ignoreBlocker: isSafe })
  }
}
