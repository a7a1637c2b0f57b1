import { joinClasses } from '@coffer/ui'
import type { ComponentProps } from 'react'
import styles from './Card.module.css'

/** A card that groups parts of a page. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={joinClasses(styles.card, className)} />
}
