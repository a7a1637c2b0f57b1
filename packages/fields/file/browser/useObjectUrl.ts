import { useEffect, useState } from 'react'

/**
 * An address under which this page alone can show a file that is not stored yet; absent for a moment at first.
 * @param contentType what it is shown as, whatever the system takes it for
 */
export function useObjectUrl(file: Blob | undefined, contentType?: string): string | undefined {
  const [made, setMade] = useState<{ file: Blob; address: string }>()

  useEffect(() => {
    if (!file) return
    const address = URL.createObjectURL(contentType === undefined ? file : file.slice(0, file.size, contentType))
    setMade({ file, address })
    return () => {
      URL.revokeObjectURL(address)
      setMade(undefined)
    }
  }, [file, contentType])

  return made?.file === file ? made?.address : undefined
}
