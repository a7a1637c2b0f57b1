import { Spinner } from '@coffer/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import styles from './preview.module.css'

interface PdfViewerProps {
  name: string
  address: string
  /** The file itself if it is not uploaded yet. */
  upload: Blob | undefined
  onFail: () => void
}

/** Shows a PDF in the browser's viewer. */
export function PdfViewer({ name, address, upload, onFail }: PdfViewerProps) {
  const [used] = useState(address)
  const [isShown, setShown] = useState(false)
  const fail = useEffectEvent(onFail)

  useEffect(() => {
    const aborter = new AbortController()
    // In a frame, any other content type would start a download.
    const check = async () => {
      if (navigator.pdfViewerEnabled && (await isPdf(upload ?? used, aborter.signal))) setShown(true)
      else fail()
    }
    check().catch(() => {
      if (!aborter.signal.aborted) fail()
    })
    return () => aborter.abort()
  }, [used, upload])

  return (
    <div className={styles.stage}>
      {isShown ? <iframe className={styles.frame} src={used} title={name} /> : <Spinner label="Loading..." />}
    </div>
  )
}

/** A PDF has its signature within this number of bytes. */
const headLength = 1024

/** Whether a file is a PDF: a stored file by its content type, a new one by its first bytes. */
async function isPdf(source: string | Blob, signal: AbortSignal): Promise<boolean> {
  if (typeof source !== 'string') return (await source.slice(0, headLength).text()).includes('%PDF-')
  const answer = await fetch(source, { method: 'HEAD', signal })
  return answer.ok && answer.headers.get('Content-Type') === 'application/pdf'
}
