import { Spinner } from '@coffer/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import styles from './preview.module.css'

interface PdfViewerProps {
  name: string
  address: string
  onFail: () => void
}

/** A PDF in the browser's own viewer. */
export function PdfViewer({ name, address, onFail }: PdfViewerProps) {
  const [used] = useState(address)
  const [isPdf, setPdf] = useState(false)
  const fail = useEffectEvent(onFail)

  useEffect(() => {
    const aborter = new AbortController()
    // A frame would offer anything else to be saved, unasked.
    const check = async () => {
      const answer = await fetch(used, { method: 'HEAD', signal: aborter.signal })
      if (answer.ok && answer.headers.get('Content-Type') === 'application/pdf' && navigator.pdfViewerEnabled) setPdf(true)
      else fail()
    }
    check().catch(() => {
      if (!aborter.signal.aborted) fail()
    })
    return () => aborter.abort()
  }, [used])

  return (
    <div className={styles.stage}>
      {isPdf ? <iframe className={styles.frame} src={used} title={name} /> : <Spinner label="Loading..." />}
    </div>
  )
}
