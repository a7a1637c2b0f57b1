import { useEffect } from 'react'

/** Milliseconds after which it is done on a busy page too. */
const latest = 10_000

/** Loads what some inputs need beyond the first load, once the page has nothing else to do, except where data is dear. */
export function usePreloadedInputs(): void {
  useEffect(() => {
    if (isDataSaved()) return
    const load = async () => {
      const { loadRichTextEditor } = await import('@coffer/fields/inputs')
      await loadRichTextEditor()
    }
    // Without it an input loads what it needs when it is first shown.
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
