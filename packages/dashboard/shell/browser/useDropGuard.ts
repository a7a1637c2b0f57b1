import { useEffect } from 'react'

/** Prevents the browser from opening a file that was dropped outside of a file input. */
export function useDropGuard(): void {
  useEffect(() => {
    const preventOpening = (event: DragEvent) => {
      // A file input has handled it.
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    }
    window.addEventListener('dragover', preventOpening)
    window.addEventListener('drop', preventOpening)
    return () => {
      window.removeEventListener('dragover', preventOpening)
      window.removeEventListener('drop', preventOpening)
    }
  }, [])
}
