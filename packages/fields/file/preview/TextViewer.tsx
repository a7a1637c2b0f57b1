import { Spinner } from '@coffer/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import { type FileText, readText } from '../browser/readText.ts'
import styles from './preview.module.css'

interface TextViewerProps {
  name: string
  /** The URL, or the file itself if it is not uploaded yet. */
  source: string | Blob
  onFail: () => void
}

/** Shows the beginning of a text file. */
export function TextViewer({ name, source, onFail }: TextViewerProps) {
  const [used] = useState(source)
  const [content, setContent] = useState<FileText>()
  const fail = useEffectEvent(onFail)

  useEffect(() => {
    const aborter = new AbortController()
    readText(used, aborter.signal)
      .then(setContent)
      .catch(() => {
        if (!aborter.signal.aborted) fail()
      })
    return () => aborter.abort()
  }, [used])

  if (!content) {
    return (
      <div className={styles.stage}>
        <Spinner label="Loading..." />
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keys that scroll it
    <section className={styles.text} tabIndex={0} aria-label={name}>
      <pre>{content.text || 'The file is empty.'}</pre>
      {content.isCut && <p className={styles.cut}>This is its beginning. Download it to see all of it.</p>}
    </section>
  )
}
