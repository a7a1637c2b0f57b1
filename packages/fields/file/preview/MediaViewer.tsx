import { useRef, useState } from 'react'
import styles from './preview.module.css'

interface MediaViewerProps {
  kind: 'video' | 'audio'
  name: string
  address: string
  onFail: () => void
}

/** A film or a sound, with the controls of the browser. */
export function MediaViewer({ kind, name, address, onFail }: MediaViewerProps) {
  // A renewed address would begin from the start: it is used once the old one fails, and goes on where that stopped.
  const [used, setUsed] = useState(address)
  const reached = useRef({ time: 0, isPlaying: false })
  const Media = kind
  return (
    <div className={styles.stage}>
      <Media
        className={kind === 'video' ? styles.fitted : styles.audio}
        src={used}
        controls={true}
        preload="metadata"
        aria-label={name}
        onTimeUpdate={({ currentTarget }) => {
          reached.current = { time: currentTarget.currentTime, isPlaying: !currentTarget.paused }
        }}
        onLoadedMetadata={({ currentTarget }) => {
          if (reached.current.time === 0) return
          currentTarget.currentTime = reached.current.time
          if (reached.current.isPlaying) void currentTarget.play()
        }}
        onError={() => (used === address ? onFail() : setUsed(address))}
      />
    </div>
  )
}
