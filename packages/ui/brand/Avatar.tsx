import { joinClasses } from '../style/joinClasses.ts'
import styles from './Avatar.module.css'
import { faces } from './faces.tsx'

export interface AvatarProps {
  /** The number of the picture, 0 to 9. Other values show the first one. */
  number: number
  /** Size in pixels. Default: 32. */
  size?: number | undefined
  /** The accessible name. If absent, the picture is decorative. */
  label?: string | undefined
  className?: string | undefined
}

/** One of ten avatar pictures. */
export function Avatar({ number, size = 32, label, className }: AvatarProps) {
  const index = faces[number] === undefined ? 0 : number
  const naming = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <span {...naming} className={joinClasses(styles.avatar, className)} data-face={index} style={{ width: size, height: size }}>
      <svg viewBox="0 0 40 40" width={size} height={size} aria-hidden="true">
        {faces[index]}
      </svg>
    </span>
  )
}
