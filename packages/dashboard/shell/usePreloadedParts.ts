import { preloadConfirm, preloadMenus } from '@coffer/ui'
import { useEffect } from 'react'

/** Milliseconds after which it is done on a busy page too. */
const latest = 10_000

/**
 * Loads what some parts need beyond the first load, once the page has nothing else to do: what menus and questions are made of,
 * which may have to show without a server, and inputs, except where data is dear.
 */
export function usePreloadedParts(): void {
  useEffect(() => {
    const load = async () => {
      await Promise.all([preloadMenus(), preloadConfirm()])
      if (isDataSaved()) return
      const { loadRichTextEditor } = await import('@coffer/fields/inputs')
      await loadRichTextEditor()
    }
    // Without it a part loads what it needs when it is first shown.
    const begin = () => void load().catch(() => {})
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(begin, latest)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(begin, { timeout: latest })
    return () => cancelIdleCallback(handle)
  }, [])
}

function isDataSaved(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true
}
