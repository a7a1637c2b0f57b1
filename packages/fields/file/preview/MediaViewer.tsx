import { useRef, useState } from 'react'
import styles from './preview.module.css'

interface MediaViewerProps {
  kind: 'video' | 'audio'
  name: string
  address: string
  onFail: () => void
}

/** Plays video or audio with the browser's controls. */
export function MediaViewer({ kind, name, address, onFail }: MediaViewerProps) {
  // Changing the URL restarts playback, so a renewed URL is used only when the old one fails, from the current position.
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
