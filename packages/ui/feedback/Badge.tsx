import type { ComponentProps } from 'react'
import { joinClasses } from '../style/joinClasses.ts'
import tones from '../style/softTones.module.css'
import type { Tone } from '../style/Tone.ts'
import styles from './Badge.module.css'

export interface BadgeProps extends ComponentProps<'span'> {
  tone?: Tone | 'neutral' | undefined
}

/** A short label: a method, a level, a role. */
export function Badge({ tone = 'neutral', className, ...rest }: BadgeProps) {
  return <span {...rest} className={joinClasses(styles.badge, styles[tone], tones[tone], className)} />
}
