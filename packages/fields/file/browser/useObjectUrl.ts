import { useEffect, useState } from 'react'

/**
 * Returns an object URL for a file that is not stored yet; absent on the first render.
 * @param contentType overrides the content type of the file
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
