import { Button, VisuallyHidden } from '@coffer/ui'
import { CloudOff } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { connection } from '../../queries/connection/client.ts'
import styles from './ConnectionBar.module.css'
import { useConnection } from './useConnection.ts'

/** One quiet bar while the server cannot be reached: what happens next, and when. Nothing else is taken from the reader. */
export function ConnectionBar() {
  const { isLost, nextTry } = useConnection()
  const [wasLost, setWasLost] = useState(false)
  if (isLost && !wasLost) setWasLost(true)
  return createPortal(
    // Layers hide from assistive technology what lies beside them, but no live region.
    <div role="status" aria-live="polite">
      {isLost ? <Bar nextTry={nextTry} /> : wasLost && <VisuallyHidden>The server can be reached again.</VisuallyHidden>}
    </div>,
    document.body,
  )
}

function Bar({ nextTry }: { nextTry: number | undefined }) {
  const bar = useRef<HTMLDivElement>(null)
  const isOffline = !navigator.onLine

  // Everything else makes room for it.
  useLayoutEffect(() => {
    const root = document.documentElement
    root.style.setProperty('--notice', `${bar.current?.offsetHeight ?? 0}px`)
    return () => {
      root.style.removeProperty('--notice')
    }
  }, [])

  return (
    <div ref={bar} className={styles.bar}>
      <CloudOff size={16} aria-hidden={true} />
      <span className={styles.text}>
        {isOffline ? 'You are offline.' : 'The server cannot be reached.'}
        <span className={styles.aside}> What you typed is kept.</span>
        {nextTry !== undefined && ' '}
        {nextTry !== undefined && <Countdown key={nextTry} until={nextTry} />}
      </span>
      <Button size="small" loading={nextTry === undefined} onClick={() => void connection.tryNow()}>
        Try now
      </Button>
    </div>
  )
}

function secondsTo(moment: number): number {
  return Math.max(0, Math.ceil((moment - Date.now()) / 1000))
}

/** Not read out: it would be, each second. */
function Countdown({ until }: { until: number }) {
  const [seconds, setSeconds] = useState(() => secondsTo(until))
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsTo(until)), 250)
    return () => clearInterval(timer)
  }, [until])
  return (
    <span className={styles.countdown} aria-hidden="true">
      Next try in {seconds} s.
    </span>
  )
}
