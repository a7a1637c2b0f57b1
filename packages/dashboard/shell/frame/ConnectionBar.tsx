import { Button, VisuallyHidden } from '@coffer/ui'
import { CloudOff } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Connection } from '../../queries/connection/ConnectionWatch.ts'
import { connection } from '../../queries/connection/client.ts'
import styles from './ConnectionBar.module.css'

/** Shows while the server is unreachable, with a countdown to the next attempt. The page below stays usable. */
export function ConnectionBar() {
  const { isLost, nextTry } = useConnection()
  const [wasLost, setWasLost] = useState(false)
  if (isLost && !wasLost) setWasLost(true)
  return createPortal(
    // Modal layers hide everything outside of them from assistive technology, except live regions.
    <div role="status" aria-live="polite">
      {isLost ? <Bar nextTry={nextTry} /> : wasLost && <VisuallyHidden>The server can be reached again.</VisuallyHidden>}
    </div>,
    document.body,
  )
}

function Bar({ nextTry }: { nextTry: number | undefined }) {
  const bar = useRef<HTMLDivElement>(null)
  const isOffline = !navigator.onLine

  // The page layout makes room for the bar.
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

/** Hidden from screen readers, which would announce it every second. */
function Countdown({ until }: { until: number }) {
  const [seconds, setSeconds] = useState(() => secondsTo(until))
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsTo(until)), 250)
    return () => clearInterval(timer)
  }, [until])
  return (
    <span className={styles.countdown} aria-hidden="true">
      Retrying in {seconds} s.
    </span>
  )
}

/** Returns whether the server is reachable. Also listens to the browser's online and offline events. */
function useConnection(): Connection {
  const current = connection.useValue()

  useEffect(() => {
    const tryNow = () => void connection.tryNow()
    const onVisible = () => {
      if (document.visibilityState === 'visible') tryNow()
    }
    window.addEventListener('offline', connection.failed)
    window.addEventListener('online', tryNow)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      window.removeEventListener('offline', connection.failed)
      window.removeEventListener('online', tryNow)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [])

  return current
}
