import { preloadConfirm, preloadMenus } from '@coffer/ui'
import { useEffect } from 'react'
import { isDataSaved } from '../browser/isDataSaved.ts'
import { whenIdle } from '../browser/whenIdle.ts'

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
    return whenIdle(() => void load().catch(() => {}))
  }, [])
}
