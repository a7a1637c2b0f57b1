import { preloadConfirm, preloadMenus } from '@coffer/ui'
import { useEffect } from 'react'
import { isDataSaved, whenIdle } from '../browser/whenIdle.ts'

/**
 * Preloads code that is not part of the first load once the page is idle: menus and confirm dialogs, which must work while the
 * server is unreachable, and the rich text editor, unless the browser's data saver is on.
 */
export function usePreloadedParts(): void {
  useEffect(() => {
    const load = async () => {
      await Promise.all([preloadMenus(), preloadConfirm()])
      if (isDataSaved()) return
      const { loadRichTextEditor } = await import('@coffer/fields/inputs')
      await loadRichTextEditor()
    }
    // If preloading fails, each part is loaded when it is first shown.
    return whenIdle(() => void load().catch(() => {}))
  }, [])
}
